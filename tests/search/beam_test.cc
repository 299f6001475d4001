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

using ArcEagerTask = ParsingTask<ArcEager>;

TEST(Beam, ContinuesFromAnyState) {
  std::mt19937 random(3);
  const FeaturePlan plan = test::plan_of(test::kVariedTemplates);
  const ArcEagerTask task(TransitionClasses::of<ArcEager>(LabelMode::kNone, {}), {});
  const RandomWeights weights(task.classes().size(), 1);
  const EncodedSentence words = test::random_words(random, 5, plan.columns().size());
  test::RandomScorer scorer(plan, weights, 4);
  scorer.begin(words);
  Beam<ArcEagerTask> beam(task, 4);
  ParseState state(5, {});
  state.advance<ArcEager>({Action::kShift, kNoLabel});
  state.advance<ArcEager>({Action::kRight, kNoLabel});
  beam.start(state);
  EXPECT_EQ(beam.top().score, 0);
  for (; !beam.is_final(); beam.advance()) beam.expand(scorer.score(beam.open_states()));
  for (const auto& hypothesis : beam.hypotheses()) {
    // The derivation begins where the beam did.
    const auto derivation = beam.derivations().read(hypothesis.derivation);
    EXPECT_EQ(derivation.size(), 8U);
    ParseState again = state;
    for (const Transition& transition : derivation) again.advance<ArcEager>(transition);
    EXPECT_EQ(again.configuration(), hypothesis.state.configuration());
  }
}

TEST(Beam, TakesOverHypothesesWithTheirDerivations) {
  const ArcEagerTask task(TransitionClasses::of<ArcEager>(LabelMode::kNone, {}), {});
  Beam<ArcEagerTask> beam(task, 2);
  const std::vector<Transition> derivation{{Action::kShift, kNoLabel}, {Action::kRight, kNoLabel}};
  ParseState state(2, {});
  for (const Transition& transition : derivation) state.advance<ArcEager>(transition);
  beam.clear();
  EXPECT_THAT(beam.hypotheses(), testing::IsEmpty());
  beam.add(state, 2.5, derivation);
  beam.add(state, 1.5, derivation);
  ASSERT_EQ(beam.hypotheses().size(), 2U);
  EXPECT_EQ(beam.top().score, 2.5);
  EXPECT_EQ(beam.open_states().size(), 2U);
  EXPECT_EQ(beam.derivations().read(beam.hypotheses()[1].derivation), derivation);
}

/// Steps are numbers, and a state is how many were taken: nothing is final before the third.
struct CountingTask {
  struct Input {};
  using State = int;
  using Step = int;

  static void start(const Input& /*input*/, State& state) { state = 0; }
  [[nodiscard]] static bool is_final(const State& state) { return state >= 3; }
  static void advance(State& state, const Step& step) { state += step; }
  [[nodiscard]] static std::uint32_t class_of(const Step& step) {
    return static_cast<std::uint32_t>(step);
  }
  /// Class 1 is to go on by one, class 3 to end at once.
  static void successors(const State& /*state*/, const float* row, auto& offers) {
    for (const Step step : {1, 3}) offers.add(step, row[step]);
  }
};

TEST(Beam, KeepsTheBestOfWhatIsOffered) {
  const CountingTask task;
  Beam<CountingTask> beam(task, 3);
  beam.start(CountingTask::Input());
  beam.expand_with([](std::size_t /*open*/, const auto& /*hypothesis*/, auto& offers) {
    int step = 0;
    for (const double score : {1.0, 3.0, 2.0, 3.0, 0.0, 3.0, 4.0}) offers.add(step++, score);
  });
  std::vector<int> kept;
  for (const auto& candidate : beam.best()) kept.push_back(candidate.step);
  EXPECT_THAT(kept, testing::ElementsAre(6, 1, 3));
}

TEST(Beam, AFinalHypothesisWaitsForTheOthers) {
  const CountingTask task;
  Beam<CountingTask> beam(task, 2);
  const std::vector<float> row{0, 1, 0, 1.5F};
  for (beam.start(CountingTask::Input()); !beam.is_final(); beam.advance()) {
    const std::vector<const float*> rows(beam.open().size(), row.data());
    beam.expand(std::span(rows));
  }
  std::vector<double> scores;
  for (const auto& hypothesis : beam.hypotheses()) scores.push_back(hypothesis.score);
  // 1 1 3 and 1 1 1; 3 and 1 3 have fallen off.
  EXPECT_THAT(scores, testing::ElementsAre(3.5, 3));
}

/// Three families of hypotheses, told by their first step, that live side by side to the end: the
/// score of a hypothesis depends on its family, on how far it is, which is different for each, and
/// on its last three steps. States count what making copies of them takes.
struct FamilyTask {
  static constexpr std::size_t kLength = 3000;
  struct Input {};
  using Step = int;
  struct State {
    State() = default;
    State(const State&) = default;
    State(State&&) noexcept = default;
    State& operator=(State&&) noexcept = default;
    State& operator=(const State& other) {
      const std::size_t shared = shared_steps(other);
      work += path.size() - shared + other.path.size() - shared;
      path = other.path;
      return *this;
    }
    ~State() = default;

    [[nodiscard]] std::size_t shared_steps(const State& other) const {
      const auto parted =
          std::mismatch(path.begin(), path.end(), other.path.begin(), other.path.end());
      return static_cast<std::size_t>(parted.first - path.begin());
    }

    std::vector<Step> path;
    static inline std::size_t work = 0;
  };

  static void start(const Input& /*input*/, State& state) { state.path.clear(); }
  [[nodiscard]] static bool is_final(const State& state) { return state.path.size() == kLength; }
  static void advance(State& state, const Step& step) { state.path.push_back(step); }
  [[nodiscard]] static std::uint32_t class_of(const Step& step) {
    return static_cast<std::uint32_t>(step);
  }
  static void successors(const State& state, const float* /*row*/, auto& offers) {
    std::vector<Step> next = state.path;
    next.push_back(0);
    for (Step& step = next.back(); step < (state.path.empty() ? 3 : 2); ++step) {
      offers.add(step, total(next) - total(state.path));
    }
  }

 private:
  static double total(const std::vector<Step>& path) {
    if (path.empty()) return 0;
    const std::uint64_t noise = mix_bits(1000 * path.size() + static_cast<std::uint64_t>(path[0]));
    double score = static_cast<double>(noise % 200) / 100;
    double weight = 1;
    for (std::size_t i = path.size() - 1; i > 0 && weight <= 4; --i, weight *= 2) {
      score -= weight * path[i];
    }
    return score;
  }
};

TEST(Beam, MakesCopiesOfWhatIsNear) {
  const FamilyTask task;
  Beam<FamilyTask> beam(task, 8);
  FamilyTask::State::work = 0;
  std::set<int> families;
  const std::vector<float> row(3);
  for (beam.start(FamilyTask::Input()); !beam.is_final(); beam.advance()) {
    const std::vector<const float*> rows(beam.open().size(), row.data());
    beam.expand(std::span(rows));
  }
  for (const auto& hypothesis : beam.hypotheses()) families.insert(hypothesis.state.path[0]);
  EXPECT_EQ(families.size(), 3U);
  // Each step makes a few copies, each of which takes a few steps.
  EXPECT_LT(FamilyTask::State::work, 30 * FamilyTask::kLength);
}

}  // namespace
}  // namespace panarc
