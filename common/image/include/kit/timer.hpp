/// @file
/// Wall-clock time on the host.
#pragma once

#include <chrono>

namespace kit {

/// Runs from construction (or the last restart) on the monotonic clock.
class Timer {
 public:
  /// Starts anew from 0.
  void restart() { start_ = Clock::now(); }
  /// Seconds since the start.
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  /// The same in milliseconds.
  double milliseconds() const { return seconds() * 1e3; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace kit
