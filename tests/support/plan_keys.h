#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature/plan.h"

namespace panarc::test {

/// The keys of all groups of templates in a state.
inline std::vector<std::uint64_t> keys_of(const FeaturePlan& plan, const ParseState& state,
                                          const EncodedSentence& words) {
  FeaturePlan::Scratch scratch;
  plan.gather(state, words, scratch);
  std::vector<std::uint64_t> keys(plan.key_count());
  std::size_t count = 0;
  for (std::size_t group = 0; group < plan.group_count(); ++group) {
    count += plan.keys(group, scratch, keys.data() + count);
  }
  keys.resize(count);
  return keys;
}

}  // namespace panarc::test
