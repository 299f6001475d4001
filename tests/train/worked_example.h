#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/random_weights.h"
#include "train/head_probe.h"
#include "train/parsing_guide.h"
#include "train/sentence_trainer.h"
#include "transition/arc_eager.h"

namespace panarc::test {

// The example.
//
// Arc-eager without labels, ROOT last, over the words a b c d. The tree: a is under ROOT, b and d
// are under a, c is under d.
//
// There is one template, s0.form+b0.form, so a transition is scored by the top of the stack and the
// front of the buffer alone. A blank is a weight of 0; what is never legal has a dot.
//
//    s0 b0   SHIFT  LEFT  RIGHT  REDUCE
//    a  b      4            2      .
//    a  c             6     5      .
//    a  d      4            9      .
//    a  ROOT   .            .      .
//    b  c             3     1      2
//    b  d      6            8
//    b  ROOT   .            .
//    c  d      2      6
//    c  ROOT   .      6     .
//    d  ROOT   .            .
//
// With an empty stack there is no feature, but no choice either: SHIFT. In what follows, [a b | c]
// is a configuration; a word on the stack that has its head is followed by an apostrophe: [a b'|c].
// S, L, R and D stand for SHIFT, LEFT, RIGHT and REDUCE.
//
// Two derivations lead to the tree: after S R, which give [a b'|c], b may be reduced before c is
// shifted or after c has got its head:
//
//    S R S L D R D L     (SHIFT comes before REDUCE: this is the static oracle's)
//    S R D S L R D L

inline constexpr std::string_view kForms = "abcd";
inline constexpr int kWords = 4;

/// What the tests say of a transition of an update: the sign, top and front, the action.
inline std::string change_name(float by, char top, char front, Action action) {
  return fmt::format("{:+g} {}{} {}", by, top, front, action_name(action));
}

class WorkedExample : public testing::Test {
 protected:
  WorkedExample() {
    WordEncoder(plan_.columns()).encode(sentence(), words_);
    name_keys();
    set("ab", 4, 0, 2, 0);
    set("ac", 0, 6, 5, 0);
    set("ad", 4, 0, 9, 0);
    set("bc", 0, 3, 1, 2);
    set("bd", 6, 0, 8, 0);
    set("cd", 2, 6, 0, 0);
    set("c0", 0, 6, 0, 0);
  }

  /// Sets the weights of a feature.
  void set(const std::string& pair, float shift, float left, float right, float reduce) {
    const std::array weights{shift, left, right, reduce};
    std::vector<float> before(table_.classes());
    table_.add(keys_.at(pair), before.data());
    for (std::uint32_t cls = 0; cls < weights.size(); ++cls) {
      table_.change({keys_.at(pair), cls, weights[cls] - before[cls]}, 1);
    }
  }

  /// The changes of training on the example with a beam of two, in order.
  std::vector<std::string> train(const Strategy& strategy, double explore,
                                 Random random = Random(1)) {
    ParsingGuide<ArcEager> guide({strategy.reference, CostMethod::kExact, {}}, task_);
    const std::size_t beam = strategy.greedy ? 1 : 2;
    LinearLearningScorer<FeaturePlan> scorer(plan_, table_, beam);
    SentenceTrainer<Task, ParsingGuide<ArcEager>> trainer({strategy, loss_, 2}, task_, guide,
                                                          scorer);
    if (apply_) {
      trainer.set_apply([this](Changes& changes) {
        apply_(static_cast<LinearChanges&>(changes).list);
        changes.clear();
      });
    }
    if (measure_) trainer.set_measure(measure_);
    LinearChanges changes;
    counts_ = trainer.train(words_, gold_, explore, random, changes);
    return names_of(changes.list);
  }
  std::vector<std::string> train(std::string_view name) {
    const Strategy strategy = *strategy_by_name(name);
    return train(strategy, strategy.explore.in(1));
  }

  [[nodiscard]] std::vector<std::string> names_of(std::span<const WeightChange> changes) const {
    std::vector<std::string> names;
    for (const WeightChange& change : changes) {
      const std::string& pair = pairs_.at(change.key);
      names.push_back(change_name(change.by, pair[0], pair[1], kActions.at(change.cls)));
    }
    return names;
  }

  /// A probe of the weights, and the right heads that it finds, with so many hypotheses.
  [[nodiscard]] HeadProbe<ArcEager> make_probe(std::size_t beam) const {
    return {task_, std::make_unique<LinearLearningScorer<FeaturePlan>>(plan_, table_, beam), beam};
  }
  [[nodiscard]] int right_heads(std::size_t beam) const {
    return make_probe(beam).right_heads(words_, gold_);
  }

  TrainingCounts counts_;
  LossOptions loss_;
  EncodedSentence words_;
  References gold_{Gold(Heads{kNoHead, kRoot, 1, 4, 1})};
  /// Applies changes at once, if set.
  std::function<void(std::span<const WeightChange>)> apply_;
  /// Judges what derivations cost, if set.
  std::function<int()> measure_;

 private:
  using Task = ParsingTask<ArcEager>;

  static constexpr std::array kActions{Action::kShift, Action::kLeft, Action::kRight,
                                       Action::kReduce};

  static Sentence sentence() {
    std::string text;
    for (std::size_t i = 0; i < kForms.size(); ++i) {
      text += fmt::format("{}\t{}\t_\t_\t_\t_\t_\t_\t_\t_\n", i + 1, kForms[i]);
    }
    return Sentence::from_text(text + "\n");
  }

  /// The key of every pair: SHIFT up to the first, and REDUCE or SHIFT what is between.
  void name_keys() {
    for (Node top = 1; top <= kWords; ++top) {
      for (Node front = top + 1; front <= kWords + 1; ++front) {
        ParseState state(kWords, {});
        for (Node word = 1; word <= top; ++word) {
          state.advance<ArcEager>({Action::kShift, kNoLabel});
        }
        for (Node word = top + 1; word < front; ++word) {
          state.advance<ArcEager>({Action::kRight, kNoLabel});
          state.advance<ArcEager>({Action::kReduce, kNoLabel});
        }
        FeaturePlan::Scratch scratch;
        plan_.gather(state, words_, scratch);
        std::uint64_t key = 0;
        ASSERT_EQ(plan_.keys(0, scratch, &key), 1U);
        const std::string pair{form(top), form(front)};
        keys_[pair] = key;
        pairs_[key] = pair;
      }
    }
  }

  static char form(Node node) {
    return node > kWords ? '0' : kForms[static_cast<std::size_t>(node) - 1];
  }

  FeaturePlan plan_ = plan_of("s0.form+b0.form");
  TransitionClasses classes_ = TransitionClasses::of<ArcEager>(LabelMode::kNone, {});
  Task task_{classes_, {}};
  TrainingTable table_{classes_.size()};
  std::map<std::string, std::uint64_t> keys_;
  std::map<std::uint64_t, std::string> pairs_;
};

}  // namespace panarc::test
