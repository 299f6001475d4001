#include "text/space_finder.h"

#include <algorithm>
#include <utility>

namespace panarc {
namespace {

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
      end.sentence = is_too_long(text, end.element + 1);
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
  [[nodiscard]] bool is_too_long(const Characters& text, std::size_t end) const {
    return count_ >= BoundaryTask::kMaxTokens || end - begin_ >= BoundaryTask::kMaxSentence ||
           text.offset(end) - text.offset(begin_) >= BoundaryTask::kMaxSentenceBytes;
  }

  std::unique_ptr<BoundaryFinder> tokens_;
  std::size_t begin_ = 0;    // of the sentence
  std::uint32_t count_ = 0;  // of its tokens so far
};

}  // namespace

std::unique_ptr<BoundaryFinder> space_finder() { return std::make_unique<SpaceFinder>(); }

std::unique_ptr<BoundaryFinder> as_one_sentence(std::unique_ptr<BoundaryFinder> tokens) {
  return std::make_unique<OneSentence>(std::move(tokens));
}

}  // namespace panarc
