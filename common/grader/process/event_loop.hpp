/// @file
/// Waiting for pipes and for the ends of children, several at once and never beyond a deadline. All
/// waiting of judge, class grader and bench is done here.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

namespace kit::grader {

class ChildProcess;

/// A moment on the monotonic clock.
class Deadline {
 public:
  /// `seconds` from now; what is more than a year away is a year away.
  explicit Deadline(double seconds);
  /// True from that moment on.
  bool passed() const { return Clock::now() >= end_; }
  /// Milliseconds until then, rounded up, 0 to `most`.
  int milliseconds(int most) const;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end_;
};

/// Calls who is concerned when something can be read or written, or when a child has ended. Holds
/// references: whatever it watches must outlive it.
class EventLoop {
 public:
  /// `serve` is called when `fd` can be read, is at its end or is broken; it returns false to be
  /// called no more. A negative `fd` is never ready.
  void on_readable(int fd, std::function<bool()> serve);
  /// As on_readable(), for writing.
  void on_writable(int fd, std::function<bool()> serve);
  /// `serve` is called once, when the child can be reaped. A child that does not run never ends.
  void on_end(const ChildProcess& child, std::function<void()> serve);

  /// Serves until `done` holds, which is asked before each wait. Those that are ready together are
  /// served in the order of registration; a deadline that has passed lets each have one turn.
  /// Returns false if the deadline passed first. Throws HarnessError if the system cannot wait.
  bool run(const Deadline& deadline, const std::function<bool()>& done);

 private:
  struct Watched {
    int fd;                       ///< -1: `ready` alone tells
    short events;                 ///< of poll()
    std::function<bool()> ready;  ///< asked after poll(); empty: yes
    std::function<bool()> serve;  ///< false: no more
  };
  void wait(const Deadline& deadline);

  std::vector<Watched> watched_;
};

/// Waits where nothing tells of the event, and looking again is all one can do.
void pause(double seconds);

}  // namespace kit::grader
