#include "evaluate/significance.h"

#include <cmath>
#include <numeric>

#include "base/random.h"

namespace panarc {

double p_value(std::span<const double> differences, std::uint64_t seed, std::size_t rounds) {
  const double found = std::abs(std::accumulate(differences.begin(), differences.end(), 0.0));
  Random random(seed);
  std::size_t as_far = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    double sum = 0;
    for (const double difference : differences) {
      sum += (random.next() >> 63U) == 0 ? difference : -difference;
    }
    if (std::abs(sum) >= found) ++as_far;
  }
  // The data as they are count as a round, too, so that nothing is impossible.
  return static_cast<double>(as_far + 1) / static_cast<double>(rounds + 1);
}

}  // namespace panarc
