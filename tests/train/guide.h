#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "train/parsing_guide.h"

namespace panarc::test {

/// The gold annotation of a tree. Label 1 is everywhere but under ROOT, where label 0 is.
inline Gold gold_of(const Heads& heads) {
  std::vector<Label> labels(heads.size(), kNoLabel);
  for (std::size_t word = 1; word < heads.size(); ++word) {
    if (heads[word] != kNoHead) labels[word] = heads[word] == kRoot ? 0 : 1;
  }
  return {heads, labels};
}

/// A guide with what it needs.
template <TransitionSystem S>
class Guide {
 public:
  Guide(const GuideOptions& options, const SystemOptions& system,
        LabelMode mode = LabelMode::kJoint, LabelSet labels = {2, 1})
      : task_(TransitionClasses::of<S>(mode, labels), system), guide_(options, task_) {}

  ParsingGuide<S>* operator->() { return &guide_; }
  void begin(const Gold& gold) {
    known_ = gold;
    guide_.begin({}, known_);
  }
  [[nodiscard]] ParseState start(const Gold& gold) const {
    return ParseState(gold.words(), task_.options());
  }

  /// The tree that the first of the correct actions leads to.
  Heads follow_first(const Gold& gold) {
    ParseState state = start(gold);
    for (std::size_t depth = 0; !task_.is_final(state); ++depth) {
      const ActionSet correct = guide_.correct(state, depth).actions;
      EXPECT_FALSE(correct.empty());
      if (correct.empty()) break;
      EXPECT_TRUE(is_legal<S>(state.configuration(), *correct.begin()));
      task_.advance(state, {*correct.begin(), kNoLabel});
    }
    const auto heads = state.configuration().heads();
    return {heads.begin(), heads.end()};
  }

 private:
  ParsingTask<S> task_;
  ParsingGuide<S> guide_;
  References known_;
};

}  // namespace panarc::test
