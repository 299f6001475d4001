#pragma once

#include <chrono>
#include <optional>
#include <stop_token>

#include "panarc/error.h"

namespace panarc {

/// When to end the work on a sentence before it is done: at a deadline, or when a stop is
/// requested. By default, never.
///
/// Looking costs a branch if it is never, and the time of reading a clock otherwise. Work looks
/// often enough that it ends within a fraction of a second, and so that looking takes no time.
class Interruption {
 public:
  using Clock = std::chrono::steady_clock;

  Interruption() = default;
  /// The time begins now. The place is for messages.
  Interruption(std::optional<Clock::duration> limit, std::stop_token stop, Place place = {});

  /// Throws TimedOut or Stopped once it is over.
  void throw_if_over() const {
    if (may_end_) look();
  }

 private:
  void look() const;

  bool may_end_ = false;
  std::optional<Clock::duration> limit_;
  Clock::time_point deadline_ = Clock::time_point::max();
  std::stop_token stop_;
  Place place_;
};

/// For work that nothing ends early.
inline const Interruption kNeverOver;

}  // namespace panarc
