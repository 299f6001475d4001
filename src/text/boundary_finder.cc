#include "text/boundary_finder.h"

#include <algorithm>
#include <utility>

namespace panarc {
namespace {

class LearnedFinder final : public BoundaryFinder {
 public:
  explicit LearnedFinder(const BoundaryModel& model) : decoder_(model) {}

  void begin(std::size_t element) override {
    span_ = {};
    span_.begin = static_cast<std::uint32_t>(element);
    // The first chunk is the one that begins here.
    span_.next_chunk = 1;
    started_ = false;
  }

  void find(const Characters& text, bool complete, std::vector<TokenEnd>& ends) override {
    std::size_t size = text.size();
    if (complete && text.is_space(size - 1)) --size;
    span_.text = &text;
    span_.high = static_cast<std::uint32_t>(size);
    constexpr std::size_t kAhead = BoundaryFeatures::kAhead;
    static_assert(kAhead > kLinkAhead + 2);
    if (!complete) size -= std::min(size, kAhead);
    span_.end = static_cast<std::uint32_t>(size);
    if (!started_ && span_.end <= span_.begin) return;  // nothing to decide on yet
    state_.ends = &ends;
    if (started_) {
      decoder_.task().resume(state_);
    } else {
      decoder_.task().start(span_, state_);
    }
    started_ = true;
    decoder_.run(state_);
  }

  [[nodiscard]] std::size_t behind() const override { return BoundaryFeatures::kBehind; }

  void drop(std::size_t elements, std::size_t chunks) override {
    const auto count = static_cast<std::uint32_t>(elements);
    state_.at -= count;
    state_.token_begin -= count;
    state_.sentence_begin -= count;
    state_.link.end -= std::min(state_.link.end, count);
    state_.next_chunk -= static_cast<std::uint32_t>(chunks);
  }

 private:
  BoundaryDecoder decoder_;
  TextSpan span_;
  BoundaryState state_;
  bool started_ = false;
};

class SpaceFinder final : public BoundaryFinder {
 public:
  void begin(std::size_t element) override { begin_ = at_ = element; }

  void find(const Characters& text, bool complete, std::vector<TokenEnd>& ends) override {
    for (; at_ < text.size(); ++at_) {
      if (text.is_space(at_)) {
        begin_ = at_ + 1;
        continue;
      }
      const std::size_t next = at_ + 1;
      if (next == text.size() && !complete) return;
      const bool last = next == text.size() || text.is_space(next);
      if (!last && next - begin_ < BoundaryTask::kMaxToken) continue;
      ends.push_back({static_cast<std::uint32_t>(at_), false});
      begin_ = next;
    }
  }

  [[nodiscard]] std::size_t behind() const override { return 0; }
  void drop(std::size_t elements, std::size_t /*chunks*/) override {
    begin_ -= elements;
    at_ -= elements;
  }

 private:
  std::size_t begin_ = 0;  // of the token
  std::size_t at_ = 0;     // the next token may end after this
};

class OneSentence final : public BoundaryFinder {
 public:
  explicit OneSentence(std::unique_ptr<BoundaryFinder> tokens) : tokens_(std::move(tokens)) {}

  void begin(std::size_t element) override {
    begin_ = element;
    count_ = 0;
    tokens_->begin(element);
  }

  void find(const Characters& text, bool complete, std::vector<TokenEnd>& ends) override {
    const std::size_t first = ends.size();
    tokens_->find(text, complete, ends);
    for (std::size_t i = first; i < ends.size(); ++i) {
      TokenEnd& end = ends[i];
      ++count_;
      end.sentence = is_long_enough(text, end.element + 1);
      if (!end.sentence) continue;
      begin_ = end.element + 1;
      count_ = 0;
    }
    if (complete && !ends.empty()) ends.back().sentence = true;
  }

  [[nodiscard]] std::size_t behind() const override { return tokens_->behind(); }
  void drop(std::size_t elements, std::size_t chunks) override {
    begin_ -= std::min(begin_, elements);
    tokens_->drop(elements, chunks);
  }

 private:
  /// With a token that ends there, and the white space after it.
  [[nodiscard]] bool is_long_enough(const Characters& text, std::size_t end) const {
    const std::size_t next = end < text.size() && text.is_space(end) ? end + 1 : end;
    return count_ >= BoundaryTask::kMaxTokens || end - begin_ >= BoundaryTask::kMaxSentence ||
           text.offset(next) - text.offset(begin_) >= BoundaryTask::kMaxSentenceBytes;
  }

  std::unique_ptr<BoundaryFinder> tokens_;
  std::size_t begin_ = 0;    // of the sentence
  std::uint32_t count_ = 0;  // of its tokens so far
};

}  // namespace

std::unique_ptr<BoundaryFinder> learned_finder(const BoundaryModel& model) {
  return std::make_unique<LearnedFinder>(model);
}

std::unique_ptr<BoundaryFinder> space_finder() { return std::make_unique<SpaceFinder>(); }

std::unique_ptr<BoundaryFinder> as_one_sentence(std::unique_ptr<BoundaryFinder> tokens) {
  return std::make_unique<OneSentence>(std::move(tokens));
}

}  // namespace panarc
