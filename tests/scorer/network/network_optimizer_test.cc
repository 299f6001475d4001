#include "scorer/network/network_optimizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "panarc/error.h"

namespace panarc {
namespace {

/// More than are updated at a time.
ParameterLayout some_layout(std::size_t columns = 400) {
  ParameterLayout layout;
  layout.add_matrix(100, columns);
  layout.add_vector(7);
  return layout;
}

std::vector<std::size_t> many_lengths(Random& random) {
  std::vector<std::size_t> lengths(1 + random.below(300));
  for (std::size_t& length : lengths) length = 1 + random.below(40);
  return lengths;
}

TEST(NetworkOptimizer, EverySentenceIsInOnePartBesideOthersOfItsLength) {
  const ParameterLayout layout = some_layout(4);
  NetworkOptimizer optimizer({}, layout, 1);
  Random random(1);
  std::size_t most_parts = 0;
  for (int round = 0; round < 50; ++round) {
    const std::vector<std::size_t> lengths = many_lengths(random);
    optimizer.divide(lengths);
    most_parts = std::max(most_parts, optimizer.parts());
    std::vector<std::size_t> members;
    for (std::size_t part = 0; part < optimizer.parts(); ++part) {
      members.insert(members.end(), optimizer.members(part).begin(), optimizer.members(part).end());
    }
    for (std::size_t i = 1; i < members.size(); ++i) {
      EXPECT_GE(lengths[members[i - 1]], lengths[members[i]]);
    }
    std::sort(members.begin(), members.end());
    ASSERT_EQ(members.size(), lengths.size());
    for (std::size_t i = 0; i < members.size(); ++i) EXPECT_EQ(members[i], i);
  }
  EXPECT_EQ(most_parts, 8);
}

/// The way to the lowest point of a bowl: every sentence draws each parameter towards a hundredth
/// of its length.
class Bowl {
 public:
  explicit Bowl(std::size_t threads, const OptimizerOptions& options = {.rate = 0.1},
                std::size_t columns = 400)
      : layout_(some_layout(columns)), optimizer_(options, layout_, 1), team_(threads) {}

  NetworkOptimizer& optimizer() { return optimizer_; }

  void descend(int steps) {
    for (int i = 0; i < steps; ++i) {
      optimizer_.divide(kLengths);
      const double length = optimizer_.find_gradient(team_, [&](std::size_t part, Gradient& of) {
        for (const std::size_t member : optimizer_.members(part)) {
          const auto wanted = static_cast<float>(kLengths[member]) / 100;
          for (std::size_t at = 0; at < of.values.size(); ++at) {
            of.values[at] +=
                static_cast<float>(kLengths[member]) * (optimizer_.values()[at] - wanted);
          }
        }
      });
      optimizer_.step(length, team_);
    }
  }

  static constexpr std::size_t kLengths[] = {10, 20, 200, 400, 300, 30};

 private:
  ParameterLayout layout_;
  NetworkOptimizer optimizer_;
  Team team_;
};

TEST(NetworkOptimizer, FollowsTheGradient) {
  double sum = 0;
  double squares = 0;
  for (const std::size_t length : Bowl::kLengths) {
    sum += static_cast<double>(length);
    squares += static_cast<double>(length * length) / 100;
  }
  Bowl bowl(1, {.rate = 0.1, .decay_updates = 20, .average = 0.9}, 2);
  bowl.descend(300);
  for (const std::span<const float> values :
       {bowl.optimizer().values(), std::span<const float>(bowl.optimizer().average())}) {
    EXPECT_NEAR(*std::ranges::min_element(values), squares / sum, 0.05);
    EXPECT_NEAR(*std::ranges::max_element(values), squares / sum, 0.05);
  }
}

TEST(NetworkOptimizer, GoesTheSameWayWithAnyNumberOfThreads) {
  Bowl one(1);
  Bowl three(3);
  one.descend(20);
  three.descend(20);
  EXPECT_TRUE(std::ranges::equal(one.optimizer().values(), three.optimizer().values()));
  EXPECT_TRUE(std::ranges::equal(one.optimizer().average(), three.optimizer().average()));
}

TEST(NetworkOptimizer, GoesOnFromWhatWasSaved) {
  Bowl whole(1);
  whole.descend(5);
  ModelFileWriter writer;
  whole.optimizer().save(writer, "x.");
  whole.descend(5);
  const std::string bytes = writer.bytes();
  const ModelFile file = ModelFile::from_memory(std::as_bytes(std::span(bytes)), "a checkpoint");
  Bowl second(1);
  second.optimizer().load(file, "x.");
  second.descend(5);
  EXPECT_TRUE(std::ranges::equal(whole.optimizer().average(), second.optimizer().average()));
  const ParameterLayout other = some_layout(3);
  EXPECT_THROW(NetworkOptimizer({}, other, 1).load(file, "x."), Error);
  EXPECT_THROW(second.optimizer().load(file, "y."), Error);
}

}  // namespace
}  // namespace panarc
