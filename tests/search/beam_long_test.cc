#include "search/beam.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "base/hash.h"
#include "support/random_weights.h"
#include "support/systems.h"
#include "task/parsing_task.h"

namespace panarc {
namespace {

using test::RandomWeights;

struct PlainHypothesis {
  ParseState state;
  double score = 0;
  std::vector<Transition> derivation;
};

/// Beam search as one would write it down: all successors of all hypotheses, sorted.
template <TransitionSystem S>
class PlainSearch {
 public:
  PlainSearch(const TransitionClasses& classes, const FeaturePlan& plan,
              const RandomWeights& weights, const EncodedSentence& words)
      : classes_(classes), plan_(plan), weights_(weights), words_(words) {}

  /// The successors of a hypothesis in the order of actions and labels; itself if it is final.
  [[nodiscard]] std::vector<PlainHypothesis> successors(const PlainHypothesis& before) const {
    const Configuration& c = before.state.configuration();
    if (S::is_final(c)) return {before};
    const std::vector<float> scores = test::plain_scores(plan_, weights_, before.state, words_);
    std::vector<PlainHypothesis> result;
    for (const Action action : legal_actions<S>(c)) {
      for (const Label label : labels(c, action, scores)) {
        PlainHypothesis after = before;
        const Transition transition{action, label};
        after.state.template advance<S>(transition);
        after.score += static_cast<double>(scores[classes_.of(transition)]);
        after.derivation.push_back(transition);
        result.push_back(std::move(after));
      }
    }
    return result;
  }

  /// The hypotheses at the end, from the best to the worst.
  [[nodiscard]] std::vector<PlainHypothesis> run(const SystemOptions& options,
                                                 std::size_t size) const {
    std::vector<PlainHypothesis> beam(1);
    beam[0].state.reset(words_.words(), options);
    const auto is_final = [](const PlainHypothesis& hypothesis) {
      return S::is_final(hypothesis.state.configuration());
    };
    while (!std::all_of(beam.begin(), beam.end(), is_final)) {
      std::vector<PlainHypothesis> all;
      for (const PlainHypothesis& hypothesis : beam) {
        for (PlainHypothesis& after : successors(hypothesis)) all.push_back(std::move(after));
      }
      std::stable_sort(all.begin(), all.end(),
                       [](const auto& a, const auto& b) { return a.score > b.score; });
      if (all.size() > size) all.resize(size);
      beam = std::move(all);
    }
    return beam;
  }

  /// Greedy search, without a beam at all: the first of the best.
  [[nodiscard]] PlainHypothesis greedy(const SystemOptions& options) const {
    PlainHypothesis at;
    at.state.reset(words_.words(), options);
    while (!S::is_final(at.state.configuration())) {
      const auto all = successors(at);
      at = *std::max_element(all.begin(), all.end(),
                             [](const auto& a, const auto& b) { return a.score < b.score; });
    }
    return at;
  }

  /// The scores of all derivations; nothing if there are more than `limit`.
  [[nodiscard]] std::vector<double> all_scores(const SystemOptions& options,
                                               std::size_t limit) const {
    std::vector<PlainHypothesis> open(1);
    open[0].state.reset(words_.words(), options);
    std::vector<double> scores;
    while (!open.empty()) {
      const PlainHypothesis at = std::move(open.back());
      open.pop_back();
      if (S::is_final(at.state.configuration())) {
        scores.push_back(at.score);
      } else {
        for (PlainHypothesis& after : successors(at)) open.push_back(std::move(after));
      }
      if (scores.size() + open.size() > limit) return {};
    }
    std::sort(scores.rbegin(), scores.rend());
    return scores;
  }

 private:
  [[nodiscard]] std::vector<Label> labels(const Configuration& c, Action action,
                                          const std::vector<float>& scores) const {
    const auto arc = added_arc<S>(c, action);
    if (classes_.mode() == LabelMode::kNone || !arc) return {kNoLabel};
    std::vector<Label> labels;
    const LabelRange range = classes_.labels().range(arc->head == kRoot);
    for (Label label = range.first; label < range.first + range.count; ++label) {
      labels.push_back(label);
    }
    if (classes_.mode() == LabelMode::kJoint) return labels;
    const auto score = [&](Label label) { return scores[classes_.of(action, label)]; };
    return {*std::max_element(labels.begin(), labels.end(),
                              [&](Label a, Label b) { return score(a) < score(b); })};
  }

  const TransitionClasses& classes_;
  const FeaturePlan& plan_;
  const RandomWeights& weights_;
  const EncodedSentence& words_;
};

/// Four labels, of which the first is kept for ROOT.
constexpr LabelSet kLabels{4, 1};

template <class S>
class BeamOf : public testing::Test {
 protected:
  /// Calls `visit(options, classes, weights, words)` for many random models and sentences.
  template <class Visitor>
  void for_each_case(int longest, int weights_range, LabelSet labels, Visitor visit) {
    for (const SystemOptions& options : test::all_options<S>()) {
      for (const LabelMode mode : {LabelMode::kJoint, LabelMode::kParallel, LabelMode::kNone}) {
        const auto classes = TransitionClasses::of<S>(mode, labels);
        for (int words = 1; words <= longest; ++words) {
          const RandomWeights weights(classes.size(), random_(), weights_range);
          visit(options, classes, weights,
                test::random_words(random_, words, plan_.columns().size()));
        }
      }
    }
  }

  /// The hypotheses of a beam at the end.
  std::vector<PlainHypothesis> run(const SystemOptions& options, const TransitionClasses& classes,
                                   const RandomWeights& weights, const EncodedSentence& words,
                                   std::size_t size) {
    test::RandomScorer scorer(plan_, weights, size);
    const ParsingTask<S> task(classes, options);
    Beam<ParsingTask<S>> beam(task, size);
    scorer.begin(words);
    for (beam.start(words); !beam.is_final(); beam.advance()) {
      beam.expand(scorer.score(beam.open_states()));
    }
    std::vector<PlainHypothesis> result;
    for (const auto& hypothesis : beam.hypotheses()) {
      result.push_back(
          {hypothesis.state, hypothesis.score, beam.derivations().read(hypothesis.derivation)});
    }
    return result;
  }

  static void expect_same(const std::vector<PlainHypothesis>& found,
                          const std::vector<PlainHypothesis>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(found[i].score, expected[i].score);
      EXPECT_EQ(found[i].derivation, expected[i].derivation);
      EXPECT_EQ(found[i].state.configuration(), expected[i].state.configuration());
    }
  }

  std::mt19937 random_{7};
  FeaturePlan plan_ = test::plan_of(test::kVariedTemplates);
};

TYPED_TEST_SUITE(BeamOf, test::AllSystems, test::NameOfType);

TYPED_TEST(BeamOf, OneIsGreedySearch) {
  this->for_each_case(
      9, 100, kLabels,
      [&](const auto& options, const auto& classes, const auto& weights, const auto& words) {
        const PlainSearch<TypeParam> plain(classes, this->plan_, weights, words);
        this->expect_same(this->run(options, classes, weights, words, 1), {plain.greedy(options)});
      });
}

TYPED_TEST(BeamOf, SeveralAreTheBestOfAllSuccessors) {
  this->for_each_case(
      6, 100, kLabels,
      [&](const auto& options, const auto& classes, const auto& weights, const auto& words) {
        const PlainSearch<TypeParam> plain(classes, this->plan_, weights, words);
        for (const std::size_t size : {2, 5}) {
          this->expect_same(this->run(options, classes, weights, words, size),
                            plain.run(options, size));
        }
      });
}

TYPED_TEST(BeamOf, OfEqualsTheFirstAreKept) {
  // With three values for a weight, few scores have no equals.
  this->for_each_case(
      5, 1, kLabels,
      [&](const auto& options, const auto& classes, const auto& weights, const auto& words) {
        const PlainSearch<TypeParam> plain(classes, this->plan_, weights, words);
        for (const std::size_t size : {1, 3, 8}) {
          this->expect_same(this->run(options, classes, weights, words, size),
                            plain.run(options, size));
        }
      });
}

TYPED_TEST(BeamOf, AWideOneFindsTheBestOfAllDerivations) {
  constexpr std::size_t kWide = 2000;
  std::size_t compared = 0;
  this->for_each_case(
      4, 100, {2, 1},
      [&](const auto& options, const auto& classes, const auto& weights, const auto& words) {
        const PlainSearch<TypeParam> plain(classes, this->plan_, weights, words);
        const std::vector<double> scores = plain.all_scores(options, kWide);
        if (scores.empty()) return;
        ++compared;
        std::vector<double> found;
        for (const auto& hypothesis : this->run(options, classes, weights, words, kWide)) {
          found.push_back(hypothesis.score);
        }
        EXPECT_EQ(found, scores);
      });
  EXPECT_GT(compared, 10U);
}

}  // namespace
}  // namespace panarc
