#include "parse/tree_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "model/spec.h"
#include "oracle/oracle.h"
#include "panarc/error.h"
#include "support/random_weights.h"
#include "support/systems.h"
#include "support/trees.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

using test::RandomWeights;

/// Label 3 is kept for ROOT.
constexpr LabelSet kLabels{4, 1};
constexpr Label kRootLabel = 0;

class Search {
 public:
  Search(std::string_view system, const SystemOptions& options, LabelMode mode, LabelSet labels,
         std::size_t beam, std::uint64_t seed) {
    const TransitionClasses classes = classes_of(
        {.system = std::string(system), .labels = mode},
        {std::vector<std::string>(static_cast<std::size_t>(labels.count)), labels.under_root});
    weights_ = std::make_unique<RandomWeights>(classes.size(), seed);
    std::unique_ptr<ParserScorer<float>> scorer =
        std::make_unique<test::RandomScorer>(plan_, *weights_, beam);
    search_ = make_tree_search(system, classes, options, std::move(scorer), beam);
  }

  std::vector<Parse> parse(const EncodedSentence& words, std::size_t count,
                           const Gold* constraints = nullptr) {
    std::vector<Parse> parses;
    search_->parse(words, {count}, parses, constraints);
    return parses;
  }
  Parse tree(const EncodedSentence& words) {
    std::vector<Parse> parses;
    search_->parse(words, {.scores = false}, parses);
    return parses.front();
  }
  bool can_meet(const Gold& constraints) { return search_->can_meet(constraints); }

  [[nodiscard]] const FeaturePlan& plan() const { return plan_; }

 private:
  FeaturePlan plan_ = test::plan_of(test::kVariedTemplates);
  std::unique_ptr<RandomWeights> weights_;
  std::unique_ptr<TreeSearch> search_;
};

void expect_tree(const Parse& parse, int words, bool single_root) {
  ASSERT_EQ(parse.heads.size(), static_cast<std::size_t>(words) + 1);
  ASSERT_EQ(parse.labels.size(), parse.heads.size());
  EXPECT_TRUE(is_complete(parse.heads));
  EXPECT_EQ(find_cycle(parse.heads), kNoHead);
  EXPECT_GE(count_roots(parse.heads), 1U);
  EXPECT_LE(count_roots(parse.heads), single_root ? 1U : 60U);
  for (std::size_t word = 1; word < parse.heads.size(); ++word) {
    EXPECT_EQ(parse.labels[word] == kRootLabel, parse.heads[word] == kRoot);
    EXPECT_GE(parse.labels[word], 0);
    EXPECT_LT(parse.labels[word], kLabels.count);
  }
}

TEST(TreeSearch, GivesTreesForSentencesOfAnyLength) {
  std::mt19937 random(5);
  std::size_t systems = 0;
  test::for_each_system_with_options([&](auto system, const SystemOptions& options) {
    using S = decltype(system);
    if (S::kPartial) return;
    ++systems;
    for (const std::size_t beam : {1, 4}) {
      for (int i = 0; i < 12; ++i) {
        const LabelMode mode = i % 3 == 0 ? LabelMode::kParallel : LabelMode::kJoint;
        Search search(S::kName, options, mode, kLabels, beam, random());
        const int size = i < 4 ? 1 + i : std::uniform_int_distribution<int>(1, 60)(random);
        const auto words = test::random_words(random, size, search.plan().columns().size());
        for (const Parse& parse : search.parse(words, 3)) {
          expect_tree(parse, size, options.single_root);
        }
      }
    }
  });
  EXPECT_EQ(systems, 2U * 11U);
}

TEST(TreeSearch, PartialSystemsGiveForestsWithinTheirLimits) {
  std::mt19937 random(6);
  test::for_each_system_with_options([&](auto system, const SystemOptions& options) {
    using S = decltype(system);
    if (!S::kPartial) return;
    for (int i = 0; i < 12; ++i) {
      Search search(S::kName, options, LabelMode::kJoint, kLabels, 4, random());
      const int size = std::uniform_int_distribution<int>(1, 40)(random);
      const auto words = test::random_words(random, size, search.plan().columns().size());
      for (const Parse& parse : search.parse(words, 3)) {
        EXPECT_EQ(find_cycle(parse.heads), kNoHead);
        EXPECT_LE(count_roots(parse.heads), options.single_root ? 1U : 40U);
        for (Node word = 1; word <= size; ++word) {
          const Node head = parse.heads[static_cast<std::size_t>(word)];
          const Label label = parse.labels[static_cast<std::size_t>(word)];
          EXPECT_EQ(label == kNoLabel, head == kNoHead);
          EXPECT_EQ(label == kRootLabel, head == kRoot);
          if (options.span == 0 || head == kNoHead) continue;
          const Node at = head == kRoot && options.root == RootPosition::kLast ? size + 1 : head;
          EXPECT_LE(std::abs(at - word), options.span);
        }
      }
    }
  });
}

TEST(TreeSearch, BestTreesAreDifferentAndInOrder) {
  std::mt19937 random(7);
  test::for_each_system_with_options([&](auto system, const SystemOptions& options) {
    using S = decltype(system);
    Search search(S::kName, options, LabelMode::kJoint, kLabels, 16, random());
    const auto words = test::random_words(random, 6, search.plan().columns().size());
    const std::vector<Parse> parses = search.parse(words, 10);
    ASSERT_GE(parses.size(), 2U) << S::kName;
    ASSERT_LE(parses.size(), 10U);
    for (std::size_t i = 0; i < parses.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_GE(parses[j].score, parses[i].score);
        EXPECT_FALSE(parses[j].heads == parses[i].heads && parses[j].labels == parses[i].labels);
      }
    }
    // The best one is the same however many are asked for.
    const std::vector<Parse> one = search.parse(words, 1);
    ASSERT_EQ(one.size(), 1U);
    EXPECT_EQ(one[0].heads, parses[0].heads);
    EXPECT_EQ(one[0].score, parses[0].score);
  });
}

TEST(TreeSearch, TheTreeAloneIsTheBestOne) {
  std::mt19937 random(11);
  test::for_each_system_with_options([&](auto system, const SystemOptions& options) {
    using S = decltype(system);
    for (const LabelMode mode : {LabelMode::kJoint, LabelMode::kParallel, LabelMode::kNone}) {
      for (const std::size_t beam : {1, 3}) {
        Search search(S::kName, options, mode, kLabels, beam, random());
        for (int size = 1; size <= 12; ++size) {
          const auto words = test::random_words(random, size, search.plan().columns().size());
          const Parse best = search.parse(words, 1).front();
          const Parse tree = search.tree(words);
          ASSERT_EQ(tree.heads, best.heads) << S::kName;
          ASSERT_EQ(tree.labels, best.labels) << S::kName;
        }
      }
    }
  });
}

TEST(TreeSearch, DoesNotRememberTheSentenceBefore) {
  std::mt19937 random(8);
  for_each_system([&](auto system) {
    using S = decltype(system);
    const SystemOptions options{.root = default_root<S>()};
    Search used(S::kName, options, LabelMode::kJoint, kLabels, 4, 1);
    for (int i = 0; i < 20; ++i) {
      Search fresh(S::kName, options, LabelMode::kJoint, kLabels, 4, 1);
      const auto words = test::random_words(random, 1 + i % 9, fresh.plan().columns().size());
      const Parse expected = fresh.parse(words, 1).front();
      const Parse found = used.parse(words, 1).front();
      EXPECT_EQ(found.heads, expected.heads);
      EXPECT_EQ(found.labels, expected.labels);
      EXPECT_EQ(found.score, expected.score);
    }
  });
}

TEST(TreeSearch, TreesMeetTheConstraints) {
  std::mt19937 random(10);
  test::for_each_system_with_options([&](auto system, const SystemOptions& options) {
    using S = decltype(system);
    for (const std::size_t beam : {1, 4}) {
      Search search(S::kName, options, LabelMode::kJoint, kLabels, beam, random());
      const auto words = test::random_words(random, 8, search.plan().columns().size());
      for (int i = 0; i < 10; ++i) {
        Heads heads = test::random_projective_tree(random, 8);
        for (std::size_t word = 1; word < heads.size(); ++word) {
          if (random() % 3 == 0) heads[word] = kNoHead;
        }
        const Gold gold(heads, GoldOptions{.reproduce_empty = false});
        if (!search.can_meet(gold)) continue;
        for (const Parse& parse : search.parse(words, 3, &gold)) {
          for (std::size_t word = 1; word < heads.size(); ++word) {
            if (heads[word] == kNoHead) continue;
            EXPECT_EQ(parse.heads[word], heads[word]) << S::kName;
          }
        }
      }
    }
  });
}

TEST(TreeSearch, AnUnknownSystemIsAnError) {
  const auto classes = TransitionClasses::of<ArcEager>(LabelMode::kNone, {});
  EXPECT_THROW(make_tree_search("arc-lazy", classes, {}, {}, 1), Error);
}

}  // namespace
}  // namespace panarc
