#pragma once

namespace panarc::test {

/// How many times as long something may take in this build as without sanitizers.
#ifdef PANARC_SANITIZED
inline constexpr long kSlowdown = 10;
#else
inline constexpr long kSlowdown = 1;
#endif

}  // namespace panarc::test
