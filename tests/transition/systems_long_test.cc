#include "transition/systems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "oracle/exhaustive.h"
#include "panarc/error.h"
#include "support/systems.h"
#include "support/trees.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

constexpr int kLongest = 5;

/// Every setting of a system that is worth telling apart for a length.
template <TransitionSystem S, class Visit>
void for_each_setting(int words, Visit visit) {
  for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
    if (!allows<S>(root)) continue;
    for (const bool single_root : {false, true}) {
      const int longest_span = S::kSpan ? words : 0;
      for (int span = S::kSpan ? 1 : 0; span <= longest_span; ++span) {
        SCOPED_TRACE(testing::Message() << "words " << words << ", root " << static_cast<int>(root)
                                        << ", single root " << single_root << ", span " << span);
        visit(SystemOptions{.root = root, .single_root = single_root, .span = span});
      }
    }
  }
}

/// What a system must be able to build, and nothing else: the trees (or, of a partial system, the
/// parts of projective trees) that its options allow.
template <TransitionSystem S>
std::set<Heads> expected_output(int words, const SystemOptions& options) {
  const bool projective =
      S::kCompletion == Completion::kNeighbours || S::kCompletion == Completion::kBottomUp;
  const Configuration measure(words, options);
  std::set<Heads> trees;
  test::for_each_tree(words, S::kPartial, [&](const Heads& heads) {
    const auto roots = count_roots(heads);
    if (options.single_root && (S::kPartial ? roots > 1 : roots != 1)) return;
    if (projective && !is_projective(heads)) return;
    for (Node word = 1; word <= words; ++word) {
      const Node head = heads[static_cast<std::size_t>(word)];
      if (head != kNoHead && !measure.within_span({head, word})) return;
    }
    trees.insert(heads);
  });
  return trees;
}

template <class S>
class EverySystem : public testing::Test {};

TYPED_TEST_SUITE(EverySystem, test::AllSystems, test::NameOfType);

TYPED_TEST(EverySystem, HasNoDeadEnd) {
  for (int words = 0; words <= kLongest; ++words) {
    for_each_setting<TypeParam>(words, [&](const SystemOptions& options) {
      const ConfigurationGraph<TypeParam> graph(words, options);
      for (int i = 0; i < graph.size(); ++i) {
        ASSERT_EQ(TypeParam::is_final(graph.configuration(i)), graph.edges(i).empty());
      }
    });
  }
}

TYPED_TEST(EverySystem, BuildsExactlyWhatItShould) {
  for (int words = 1; words <= kLongest; ++words) {
    for_each_setting<TypeParam>(words, [&](const SystemOptions& options) {
      const ConfigurationGraph<TypeParam> graph(words, options);
      std::set<Heads> output;
      for (int i = 0; i < graph.size(); ++i) {
        const auto heads = graph.configuration(i).heads();
        if (graph.edges(i).empty()) output.emplace(heads.begin(), heads.end());
      }
      EXPECT_EQ(output, expected_output<TypeParam>(words, options));
    });
  }
}

TYPED_TEST(EverySystem, SettlesTheHeadOfAWordOnce) {
  constexpr int kWords = 4;
  for_each_setting<TypeParam>(kWords, [&](const SystemOptions& options) {
    const ConfigurationGraph<TypeParam> graph(kWords, options);
    // By configuration: the heads that are settled there, on every way to it.
    std::vector<std::set<Heads>> settled(static_cast<std::size_t>(graph.size()));
    settled.back().emplace(kWords + 1, kNoHead);
    for (int i = graph.size() - 1; i >= 0; --i) {
      const Configuration& c = graph.configuration(i);
      for (const Heads& before : settled[static_cast<std::size_t>(i)]) {
        for (const auto& edge : graph.edges(i)) {
          Heads after = before;
          if (const auto arc = settled_arc<TypeParam>(c, edge.transition.action)) {
            Node& head = after[static_cast<std::size_t>(arc->dependent)];
            ASSERT_EQ(head, kNoHead);
            head = arc->head;
          }
          settled[static_cast<std::size_t>(edge.target)].insert(after);
        }
        if (!graph.edges(i).empty()) continue;
        ASSERT_EQ(before, Heads(c.heads().begin(), c.heads().end()));
      }
    }
  });
}

TYPED_TEST(EverySystem, AddsTheArcsThatItSays) {
  for_each_setting<TypeParam>(4, [&](const SystemOptions& options) {
    const ConfigurationGraph<TypeParam> graph(4, options);
    for (int i = 0; i < graph.size(); ++i) {
      const Configuration& c = graph.configuration(i);
      for (const auto& edge : graph.edges(i)) {
        const auto added = added_arc<TypeParam>(c, edge.transition.action);
        const Configuration& next = graph.configuration(edge.target);
        if (!added) continue;
        EXPECT_EQ(next.head(added->dependent), added->head);
      }
    }
  });
}

TEST(Systems, AreFoundByName) {
  int found = 0;
  for_each_system([&](auto system) {
    with_system(decltype(system)::kName, [&](auto same) {
      found += std::is_same_v<decltype(same), decltype(system)> ? 1 : 0;
    });
  });
  EXPECT_EQ(found, static_cast<int>(std::tuple_size_v<Systems>));
}

TEST(Systems, UnknownNameListsTheKnownOnes) {
  try {
    with_system("arc-lazy", [](auto /*system*/) {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("arc-lazy"));
    EXPECT_THAT(error.what(), testing::HasSubstr("covington"));
  }
}

TEST(NonMonotonicArcEager, LeftOverridesATemporaryHeadAndReduceConfirmsIt) {
  using S = NonMonotonicArcEager;
  Configuration c(3, {.root = RootPosition::kLast});
  apply<S>(c, Action::kShift);
  apply<S>(c, Transition{Action::kRight, 7});
  EXPECT_EQ(c.head(2), 1);
  EXPECT_FALSE(added_arc<S>(c, Action::kReduce).has_value());
  Configuration overridden = c;
  apply<S>(overridden, Transition{Action::kLeft, 8});
  EXPECT_EQ(overridden.head(2), 3);
  EXPECT_EQ(overridden.label(2), 8);
  apply<S>(c, Action::kReduce);
  EXPECT_EQ(c.head(2), 1);
  EXPECT_EQ(c.label(2), 7);
}

}  // namespace
}  // namespace panarc
