#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace panarc {

struct VerifyOptions {
  int max_length = 5;
  /// Number of gold annotations of each kind per length; all, if there are no more than this.
  std::uint64_t golds = 500;
  std::uint64_t seed = 1;
};

/// What was compared for a system, and the first difference.
struct VerifyReport {
  std::string system;
  std::uint64_t configurations = 0;
  std::uint64_t transitions = 0;
  std::uint64_t golds = 0;
  std::uint64_t comparisons = 0;
  /// A full description; empty if the costs agree everywhere.
  std::optional<std::string> counter_example;
};

/// Compares the costs of the named system with exhaustive search. Throws Error if there is no such
/// system.
VerifyReport verify_system(std::string_view name, const VerifyOptions& options = {});

}  // namespace panarc
