#include "oracle/reference_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>

#include "support/systems.h"
#include "support/trees.h"

namespace panarc {
namespace {

Label label_of(std::string_view name) { return static_cast<Label>(name.front() - 'a'); }

/// Some choices, of which each word depends on up to two. What they come to need not be trees.
TreeChoices random_choices(std::mt19937& random, Node words) {
  TreeChoices all;
  const std::size_t count = 1 + random() % 3;
  for (std::size_t i = 0; i < count; ++i) {
    const Node word = 1 + static_cast<Node>(random() % static_cast<unsigned>(words));
    all.choices.push_back({word, 2 + random() % 2});
  }
  const std::array<Heads, 3> trees{test::random_projective_tree(random, words),
                                   test::random_projective_tree(random, words),
                                   test::random_tree(random, words)};
  all.words.resize(static_cast<std::size_t>(words) + 1);
  all.words[0].outcomes.push_back({kNoHead, "_"});
  for (std::size_t word = 1; word < all.words.size(); ++word) {
    auto& [choices, outcomes] = all.words[word];
    for (std::size_t i = 0; i < count && choices.size() < 2; ++i) {
      if (random() % 2 == 0) choices.push_back(i);
    }
    std::size_t combinations = 1;
    for (const std::size_t choice : choices) combinations *= all.choices[choice].alternatives;
    for (std::size_t i = 0; i < combinations; ++i) {
      constexpr std::array kLabels{"a", "b", "a", "b", "_"};
      outcomes.push_back(
          {trees[random() % trees.size()][word], kLabels[random() % kLabels.size()]});
    }
  }
  return all;
}

std::vector<Gold> all_references(const TreeChoices& choices, const References& references) {
  std::vector<Gold> golds;
  References::Selection selection(choices.choices.size(), 0);
  while (true) {
    golds.push_back(references.gold(selection));
    std::size_t i = 0;
    for (; i < selection.size(); ++i) {
      if (++selection[i] < choices.choices[i].alternatives) break;
      selection[i] = 0;
    }
    if (i == selection.size()) return golds;
  }
}

template <class S>
class ReferenceOracleOf : public testing::Test {
 protected:
  /// The most that can be reached of any reference, one by one.
  int best(const Configuration& c, const std::vector<Gold>& golds) {
    int most = std::numeric_limits<int>::min();
    for (const Gold& gold : golds) {
      most = std::max(most, settled_value<S>(c, gold) + oracle_.best_completion(c, gold));
    }
    return most;
  }
  int best_after(const Configuration& c, Transition transition, const std::vector<Gold>& golds) {
    Configuration after = c;
    apply<S>(after, transition);
    return best(after, golds);
  }

  void check(const Configuration& c, const std::vector<Gold>& golds,
             ReferenceOracle<S>& references) {
    const int most = best(c, golds);
    const auto correct = references.correct(c);
    for (const Action action : legal_actions<S>(c)) {
      const bool keeps = best_after(c, {action, kNoLabel}, golds) == most;
      const bool swaps = S::kCompletion == Completion::kReordering && action == Action::kSwap;
      // A swap is correct only if it is of use to one of the nearest.
      const bool useful = !swaps || std::ranges::any_of(golds, [&](const Gold& gold) {
        return best_after(c, {action, kNoLabel}, {gold}) == most &&
               oracle_.useful(c, gold).contains(action);
      });
      EXPECT_EQ(correct.actions.contains(action), keeps && useful);
      if (!correct.actions.contains(action)) continue;
      // A correct transition is optimal for the reference that is named.
      const std::vector named{references.gold(correct.reference[static_cast<std::size_t>(action)])};
      EXPECT_EQ(best_after(c, {action, kNoLabel}, named), most);
      if (!added_arc<S>(c, action)) continue;
      for (const Label label : {Label{0}, Label{1}}) {
        EXPECT_EQ(references.is_correct_label(c, {action, label}),
                  best_after(c, {action, label}, golds) == most);
      }
    }
    EXPECT_FALSE(correct.actions.empty());
  }

  Oracle<S> oracle_;
};

TYPED_TEST_SUITE(ReferenceOracleOf, test::AllSystems, test::NameOfType);

TYPED_TEST(ReferenceOracleOf, EverySystemKnowsWhatIsCorrectForOneOfThem) {
  std::mt19937 random(1);
  for (const SystemOptions& options : test::all_options<TypeParam>()) {
    for (int round = 0; round < 200; ++round) {
      const Node words = 2 + static_cast<Node>(random() % 4);
      const TreeChoices choices = random_choices(random, words);
      const References references(choices, label_of,
                                  {.longest_arc = options.span, .root = options.root});
      ASSERT_TRUE(references.several());
      const std::vector<Gold> golds = all_references(choices, references);
      Oracle<TypeParam> oracle;
      ReferenceOracle<TypeParam> of_references(oracle);
      of_references.begin(references);
      Configuration c(words, options);
      while (!TypeParam::is_final(c)) {
        this->check(c, golds, of_references);
        if (this->HasFailure()) return;
        const ActionSet legal = legal_actions<TypeParam>(c);
        auto action = legal.begin();
        std::advance(action, random() % static_cast<unsigned>(legal.size()));
        const bool labelled = added_arc<TypeParam>(c, *action).has_value();
        apply<TypeParam>(c, {*action, labelled ? static_cast<Label>(random() % 2) : kNoLabel});
      }
    }
  }
}

}  // namespace
}  // namespace panarc
