#include "base/pool.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <utility>

namespace panarc {
namespace {

TEST(Pool, LendsWhatIsIdleAndMakesNoMoreThanIsNeeded) {
  Pool<int> pool;
  int made = 0;
  const auto make = [&] { return std::make_unique<int>(made++); };
  {
    const auto first = pool.lend(make);
    const auto second = pool.lend(make);
    EXPECT_EQ(*first, 0);
    EXPECT_EQ(*second, 1);
  }
  for (int i = 0; i < 3; ++i) {
    const auto first = pool.lend(make);
    auto second = pool.lend(make);
    const auto moved = std::move(second);
    EXPECT_NE(*first, *moved);
  }
  EXPECT_EQ(made, 2);
}

TEST(Pool, GetsBackWhatWasLentWhenSomethingFails) {
  Pool<int> pool;
  int made = 0;
  const auto make = [&] { return std::make_unique<int>(made++); };
  for (int i = 0; i < 3; ++i) {
    try {
      const auto lent = pool.lend(make);
      throw std::runtime_error("failed");
    } catch (const std::runtime_error&) {
      continue;
    }
  }
  EXPECT_EQ(made, 1);
}

}  // namespace
}  // namespace panarc
