#include "train/loss.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "base/random.h"
#include "support/groups.h"
#include "task/parsing_task.h"
#include "transition/systems.h"

namespace panarc {
namespace {

using EagerTask = ParsingTask<ArcEager>;
using Steps = std::vector<Transition>;

const TransitionClasses kEagerClasses = TransitionClasses::of<ArcEager>(LabelMode::kJoint, {3, 0});

/// StepScores that depend on how many steps were taken, and on the class of the next one.
class StepScores {
 public:
  explicit StepScores(Random& random) : values_(kSteps * kEagerClasses.size()) {
    for (double& value : values_) value = 2 * random.real() - 1;
  }

  double& of(std::size_t depth, std::uint32_t cls) {
    return values_[depth * kEagerClasses.size() + cls];
  }
  double of(const Steps& derivation) {
    double sum = 0;
    for (std::size_t i = 0; i < derivation.size(); ++i)
      sum += of(i, kEagerClasses.of(derivation[i]));
    return sum;
  }

 private:
  static constexpr std::size_t kSteps = 20;
  std::vector<double> values_;
};

/// Derivations of five words that part early or late; some end before the others.
std::vector<Steps> random_derivations(const EagerTask& task, Random& random) {
  std::vector<Steps> derivations;
  for (int i = 0; i < 6; ++i) {
    ParseState state(5, task.options());
    Steps derivation;
    if (i > 0) {
      const Steps& other = derivations[random.below(derivations.size())];
      const std::size_t shared = random.below(other.size());
      derivation.assign(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(shared));
      for (const Transition& step : derivation) task.advance(state, step);
    }
    while (!task.is_final(state)) {
      std::vector<Action> legal;
      for (const Action action : legal_actions<ArcEager>(state.configuration())) {
        legal.push_back(action);
      }
      const Action action = legal[random.below(legal.size())];
      const Label label =
          adds_arc<ArcEager>(action) ? static_cast<Label>(random.below(3)) : kNoLabel;
      derivation.push_back({action, label});
      task.advance(state, derivation.back());
      if (random.below(12) == 0) break;
    }
    derivations.push_back(derivation);
  }
  return derivations;
}

Contest<Transition> contest_of(const std::vector<Steps>& derivations,
                               const std::vector<char>& right, StepScores& scores) {
  Contest<Transition> contest;
  for (std::size_t i = 0; i < derivations.size(); ++i) {
    contest.add(derivations[i], scores.of(derivations[i]), right[i] != 0);
  }
  return contest;
}

/// How many steps have led to a state of arc-eager with ROOT last.
std::size_t depth_of(const ParseState& state) {
  const Configuration& c = state.configuration();
  const int in_buffer = c.buffer_size() - 1;
  const int removed = c.words() - in_buffer - c.stack_size();
  // A word goes to the stack by one step, and away from it by another.
  const int steps = c.words() - in_buffer + removed;
  return static_cast<std::size_t>(steps);
}

void check_slopes_of_derivations(std::uint64_t seed) {
  Random random(seed);
  const EagerTask task(kEagerClasses, {.root = RootPosition::kLast});
  StepScores scores(random);
  const std::vector<Steps> derivations = random_derivations(task, random);
  std::vector<char> right(derivations.size());
  for (char& value : right) value = random.below(2) == 0 ? 1 : 0;
  right[random.below(right.size())] = 1;

  Update<ParseState> update;
  const ParseState start(5, task.options());
  const double lost = likelihood(task, start, contest_of(derivations, right, scores), update);
  RC_ASSERT(lost >= -1e-9);
  std::vector<std::vector<double>> slopes(20, std::vector<double>(kEagerClasses.size()));
  for (const auto& term : update.terms()) {
    slopes[depth_of(update.state(term.state))][term.cls] -= static_cast<double>(term.coefficient);
  }
  constexpr double kStep = 1e-4;
  Update<ParseState> ignored;
  for (std::size_t depth = 0; depth < 12; ++depth) {
    for (std::uint32_t cls = 0; cls < kEagerClasses.size(); ++cls) {
      double& score = scores.of(depth, cls);
      const double before = score;
      score = before + kStep;
      const double above = likelihood(task, start, contest_of(derivations, right, scores), ignored);
      score = before - kStep;
      const double below = likelihood(task, start, contest_of(derivations, right, scores), ignored);
      score = before;
      RC_ASSERT(std::abs((above - below) / (2 * kStep) - slopes[depth][cls]) < 1e-4);
    }
  }
}

TEST(Likelihood, OfDerivationsHasTheSlopesOfFiniteDifferences) {
  TEST_NEEDS_ONE_THREAD();
  EXPECT_TRUE(rc::check(check_slopes_of_derivations));
}

TEST(Likelihood, OfDerivationsThatAgreeAsksForNothing) {
  TEST_NEEDS_ONE_THREAD();
  const EagerTask task(kEagerClasses, {.root = RootPosition::kLast});
  Contest<Transition> contest;
  contest.add({{Action::kShift, kNoLabel}, {Action::kLeft, 1}}, 0.5, true);
  contest.add({{Action::kShift, kNoLabel}, {Action::kLeft, 1}}, 0.5, true);
  Update<ParseState> update;
  EXPECT_NEAR(likelihood(task, ParseState(2, task.options()), contest, update), 0, 1e-12);
  EXPECT_TRUE(update.terms().empty());
}

}  // namespace
}  // namespace panarc
