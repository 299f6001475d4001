#include "evaluate/significance.h"

#include <gtest/gtest.h>

#include <vector>

namespace panarc {
namespace {

TEST(PValue, IsTheShareOfSignsThatComeAsFar) {
  // Of the 16 signs of four ones, two come as far as 4, ten as far as 2.
  EXPECT_NEAR(p_value(std::vector<double>{1, 1, 1, 1}), 2.0 / 16, 0.02);
  EXPECT_NEAR(p_value(std::vector<double>{1, 1, 1, -1}), 10.0 / 16, 0.02);
  EXPECT_EQ(p_value(std::vector<double>{0, 0, 0}), 1);
  EXPECT_EQ(p_value(std::vector<double>{}), 1);
}

TEST(PValue, IsNeverZero) {
  EXPECT_NEAR(p_value(std::vector<double>(1000, 1), 1, 100), 1.0 / 101, 1e-12);
}

}  // namespace
}  // namespace panarc
