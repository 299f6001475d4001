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
