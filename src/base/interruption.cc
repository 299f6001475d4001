#include "base/interruption.h"

#include <fmt/format.h>

#include <utility>

namespace panarc {

Interruption::Interruption(std::optional<Clock::duration> limit, std::stop_token stop, Place place)
    : may_end_(limit || stop.stop_possible()),
      limit_(limit),
      stop_(std::move(stop)),
      place_(std::move(place)) {
  const Clock::time_point now = Clock::now();
  // A limit that is beyond all time is none.
  if (limit && *limit < Clock::time_point::max() - now) deadline_ = now + *limit;
}

void Interruption::look() const {
  if (stop_.stop_requested()) throw Stopped(place_, "the work on this sentence was stopped");
  if (!limit_ || Clock::now() < deadline_) return;
  const double seconds = std::chrono::duration<double>(*limit_).count();
  throw TimedOut(place_, fmt::format("the work on this sentence took longer than {:g} s", seconds));
}

}  // namespace panarc
