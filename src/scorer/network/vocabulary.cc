#include "scorer/network/vocabulary.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <utility>

#include "base/hash.h"
#include "panarc/error.h"

namespace panarc {

Vocabulary::Vocabulary(std::vector<std::uint64_t> hashes) : hashes_(std::move(hashes)) {
  const bool ascending =
      std::adjacent_find(hashes_.begin(), hashes_.end(), std::greater_equal<>()) == hashes_.end();
  if (!ascending || (!hashes_.empty() && hashes_.front() == 0)) {
    throw Error("the known values of a column are invalid");
  }
  slots_.resize(std::bit_ceil(2 * hashes_.size() + 2));
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    std::size_t at = mix_bits(hashes_[i]) & (slots_.size() - 1);
    while (slots_[at].hash != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {hashes_[i], static_cast<std::uint32_t>(i + 2)};
  }
}

Vocabulary Vocabulary::with(const Vocabulary& other) const {
  std::vector<std::uint64_t> both;
  std::ranges::set_union(hashes_, other.hashes_, std::back_inserter(both));
  return Vocabulary(std::move(both));
}

std::uint32_t Vocabulary::number(std::uint64_t hash) const {
  std::size_t at = mix_bits(hash) & (slots_.size() - 1);
  while (slots_[at].hash != 0) {
    if (slots_[at].hash == hash) return slots_[at].number;
    at = (at + 1) & (slots_.size() - 1);
  }
  return kUnknown;
}

}  // namespace panarc
