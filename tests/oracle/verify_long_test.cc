#include "oracle/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/systems.h"

namespace panarc {
namespace {

class VerifySystem : public testing::TestWithParam<std::string> {};

TEST_P(VerifySystem, CostsAreExactUpToFiveWords) {
  const VerifyReport report = verify_system(GetParam(), {.max_length = 5, .golds = 60, .seed = 3});
  EXPECT_EQ(report.counter_example, std::nullopt) << *report.counter_example;
  EXPECT_GT(report.comparisons, report.transitions);
}

TEST_P(VerifySystem, CostsAreExactForEveryAnnotationOfThreeWords) {
  const std::uint64_t all = numbered_heads_count(3);
  const VerifyReport report = verify_system(GetParam(), {.max_length = 3, .golds = all});
  EXPECT_EQ(report.counter_example, std::nullopt) << *report.counter_example;
}

TEST_P(VerifySystem, CostsAreExactForSixWords) {
  // A few annotations are enough: swap has a third of a million configurations.
  const VerifyReport report = verify_system(GetParam(), {.max_length = 6, .golds = 4, .seed = 5});
  EXPECT_EQ(report.counter_example, std::nullopt) << *report.counter_example;
}

INSTANTIATE_TEST_SUITE_P(Systems, VerifySystem, testing::ValuesIn(test::all_systems()),
                         test::name_of_parameter);

/// Arc-hybrid, but for one term of one cost: LEFT forgets the children of s in the buffer.
struct BrokenClosedForm : ArcHybrid {
  static constexpr std::string_view kName = "broken-closed-form";
  struct Left : ArcHybrid::Left {
    template <class Gold>
    static int forbidden(const Configuration& c, const Gold& gold) {
      return ArcHybrid::Left::forbidden(c, gold) -
             gold_arcs::children_in_buffer(c, gold, c.stack(0));
    }
  };
  using Table = Rows<Shift, Left, Right>;
};

/// Arc-standard that is taken for a system whose stack only takes arcs from its neighbours.
struct BrokenCompletion : ArcStandard {
  static constexpr std::string_view kName = "broken-completion";
  static constexpr Completion kCompletion = Completion::kNeighbours;
  static ArcFromBelow arc_from_below(const Configuration& /*c*/, Node /*word*/) {
    return ArcFromBelow::kOpen;
  }
};

/// Arc-eager in which a word may be shifted with nobody left to be its head.
struct DeadEnd : ArcEager {
  static constexpr std::string_view kName = "dead-end";
  struct Shift : ArcEager::Shift {
    static bool legal(const Configuration& c) { return c.front_is_word(); }
  };
  using Table = Rows<Shift, Left, Right, Reduce>;
};

TEST(Verify, FindsABrokenClosedForm) {
  const VerifyReport report =
      Verifier<BrokenClosedForm>(record_of<BrokenClosedForm>(), {.max_length = 3}).run();
  ASSERT_TRUE(report.counter_example.has_value());
  EXPECT_THAT(*report.counter_example, testing::HasSubstr("LEFT costs"));
  EXPECT_THAT(*report.counter_example, testing::HasSubstr("stack ["));
}

TEST(Verify, FindsABrokenCompletion) {
  EXPECT_TRUE(Verifier<BrokenCompletion>(record_of<BrokenCompletion>(), {.max_length = 3})
                  .run()
                  .counter_example.has_value());
}

TEST(Verify, FindsADeadEnd) {
  const VerifyReport report = Verifier<DeadEnd>(record_of<DeadEnd>(), {.max_length = 3}).run();
  ASSERT_TRUE(report.counter_example.has_value());
  EXPECT_THAT(*report.counter_example, testing::HasSubstr("no legal transition"));
}

TEST(Verify, CountsWhatItCompares) {
  const VerifyReport report = verify_system("arc-hybrid", {.max_length = 1});
  // One word, ROOT first or last, single root or not: two transitions on a line.
  EXPECT_EQ(report.configurations, 12U);
  EXPECT_EQ(report.transitions, 8U);
}

}  // namespace
}  // namespace panarc
