#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace panarc {

/// How likely a difference between two systems is by chance: an approximate randomisation test
/// (Noreen 1989). `differences` are those of their scores, sentence by sentence. In each round the
/// sign of each is drawn anew, since either system might as well have been the other; the result is
/// the share of rounds in which the sum is as far from 0 as it is.
double p_value(std::span<const double> differences, std::uint64_t seed = 1,
               std::size_t rounds = 10'000);

}  // namespace panarc
