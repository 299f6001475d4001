#pragma once

#include <string_view>
#include <vector>

#include "oracle/gold.h"

namespace panarc::test {

/// An annotation whose labels are digits, numbered by themselves.
inline Gold gold_of(const std::vector<KnownWord>& words, const GoldOptions& options = {}) {
  const auto id = [](std::string_view name) { return static_cast<Label>(name.front() - '0'); };
  return {words, id, options};
}

}  // namespace panarc::test
