#include "transition/system_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "panarc/error.h"
#include "support/message_of.h"
#include "transition/systems.h"

namespace panarc {
namespace {

using testing::HasSubstr;

TEST(SystemRecord, IsThereForEverySystem) {
  EXPECT_EQ(system_records().size(), std::tuple_size_v<Systems>);
  for_each_system([](auto system) {
    const SystemRecord& record = system_record(decltype(system)::kName);
    EXPECT_EQ(record.name, decltype(system)::kName);
    EXPECT_TRUE(record.allows(record.default_root));
    EXPECT_EQ(record.partial, decltype(system)::kPartial);
    EXPECT_THAT(system_names(), HasSubstr(std::string(record.name)));
  });
}

TEST(SystemRecord, TellsWhatOtherCodeAsks) {
  const SystemRecord& eager = system_record("arc-eager");
  EXPECT_TRUE(eager.closed_form && eager.projective);
  EXPECT_FALSE(eager.arcs_on_stack || eager.partial || eager.span || eager.swap_oracle);
  EXPECT_EQ(eager.default_root, RootPosition::kLast);

  const SystemRecord& standard = system_record("arc-standard");
  EXPECT_TRUE(standard.arcs_on_stack && standard.projective);
  EXPECT_FALSE(standard.closed_form);

  const SystemRecord& swap = system_record("swap");
  EXPECT_TRUE(swap.arcs_on_stack);
  EXPECT_FALSE(swap.closed_form || swap.projective);
  EXPECT_EQ(swap.default_root, RootPosition::kFirst);
  EXPECT_EQ(swap.swap_oracle, SwapOracle::kNdAll);

  EXPECT_FALSE(system_record("covington").projective);
  EXPECT_TRUE(system_record("arc-hybrid-span").span && system_record("arc-hybrid-span").partial);
}

TEST(SystemRecord, UnknownNameListsTheKnownOnes) {
  const std::string message = test::message_of([] { (void)system_record("arc-lazy"); });
  EXPECT_THAT(message, HasSubstr("arc-lazy"));
  EXPECT_THAT(message, HasSubstr("covington"));
}

TEST(SystemRecord, RefusesOptionsThatDoNotFit) {
  const auto refusal = [](std::string_view name, const SystemOptions& options) {
    return test::message_of([&] { check(system_record(name), options); });
  };
  EXPECT_EQ(refusal("swap", {.root = RootPosition::kLast}), "swap has ROOT first only");
  EXPECT_EQ(refusal("arc-eager", {.span = 2}), "arc-eager takes no span; the span systems do");
  EXPECT_EQ(refusal("arc-eager-span", {}),
            "arc-eager-span needs a span of 1 or more, the length of the longest arc");
  EXPECT_THAT(refusal("arc-eager-span", {.span = -1}), HasSubstr("1 or more"));
  EXPECT_NO_THROW(check(system_record("arc-eager-span"), {.span = 1}));
  EXPECT_NO_THROW(check(system_record("swap"), {.root = RootPosition::kFirst}));
}

/// A system whose rows have costs, whatever they are called.
struct OwnNames : SystemDefaults {
  static constexpr std::string_view kName = "own-names";
  static constexpr Completion kCompletion = Completion::kNeighbours;
  struct Push : ArcEager::Shift {};
  struct ArcTowardsLeft : ArcEager::Left {};
  using Table = Rows<Push, ArcTowardsLeft>;
  static bool is_final(const Configuration& c) { return ArcEager::is_final(c); }
};

TEST(SystemRecord, KnowsAClosedFormByTheCostsOfTheRows) {
  EXPECT_TRUE(record_of<OwnNames>().closed_form);
}

}  // namespace
}  // namespace panarc
