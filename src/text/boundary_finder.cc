#include "text/boundary_finder.h"

#include <algorithm>

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

}  // namespace

std::unique_ptr<BoundaryFinder> learned_finder(const BoundaryModel& model) {
  return std::make_unique<LearnedFinder>(model);
}

}  // namespace panarc
