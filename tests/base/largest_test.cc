#include "base/largest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace panarc {
namespace {

template <class Value>
void check_largest() {
  std::mt19937 random(2);
  std::uniform_int_distribution<int> value(-5, 5);
  for (std::size_t size = 1; size <= 70; ++size) {
    for (int round = 0; round < 20; ++round) {
      std::vector<Value> values(size);
      for (Value& at : values) at = static_cast<Value>(value(random) - (round % 2) * 100);
      EXPECT_EQ(largest(values.data(), size), *std::max_element(values.begin(), values.end()));
    }
  }
}

TEST(Largest, IsThatOfAnyNumberOfValues) {
  check_largest<std::int32_t>();
  check_largest<float>();
}

}  // namespace
}  // namespace panarc
