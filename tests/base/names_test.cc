#include "panarc/choices.h"

#include <gtest/gtest.h>

#include <vector>

namespace panarc {
namespace {

enum class Colour { kRed, kGreen, kBlue };

constexpr auto kNames =
    names_of<Colour>({{Colour::kGreen, "green"}, {Colour::kRed, "red"}, {Colour::kBlue, "blue"}});

TEST(Names, AreFoundByValueAndByName) {
  EXPECT_EQ(kNames.of(Colour::kRed), "red");
  for (const auto& [value, name] : kNames) {
    EXPECT_EQ(kNames.of(value), name);
    EXPECT_EQ(kNames.parse(name), value);
  }
  EXPECT_EQ(kNames.parse("Red"), std::nullopt);
  EXPECT_EQ(kNames.parse(""), std::nullopt);
}

TEST(Names, AreListedInTheirOrder) {
  EXPECT_EQ(kNames.list(), "green, red, blue");
  EXPECT_EQ(kNames.list("|"), "green|red|blue");
  EXPECT_EQ(kNames.list(", ", " or "), "green, red or blue");
  EXPECT_EQ(kNames.values(), (std::array{Colour::kGreen, Colour::kRed, Colour::kBlue}));
}

}  // namespace
}  // namespace panarc
