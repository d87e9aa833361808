/// @file
/// The work that streams were given and have not done: kernels, copies, functions of the host.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "kit_sim/host_api.h"
#include "stream_clocks.hpp"
#include "stream_observer.hpp"

namespace kit::sim {

/// Work that a stream is given.
struct Task {
  /// Says what the work is and, in observed programs, which bytes it uses.
  StreamWork work;
  /// Does it. A kernel learns only now which bytes it uses, and adds them.
  std::function<void(StreamWork& work, const WorkPlace& place)> run;
  int device = 0;  ///< of the stream
};

/// When work is done, of all times that CUDA allows: when it is queued; not before somebody waits
/// for it, the newest first where there is a choice; or some of it now, in an order by the seed.
enum class Schedule : std::uint8_t { early, late, random };

/// All streams of all devices. Work is done by the thread of the host that queues it or waits.
class WorkQueue {
 public:
  static WorkQueue& instance();

  std::size_t stream_made(bool non_blocking, int device);
  void stream_destroyed(std::size_t stream);
  bool any_streams();

  /// True if what this stream is given now is done before give() returns, so that it may use what
  /// will be gone then.
  bool does_at_once() const { return schedule_ == Schedule::early; }
  /// Finishes what is queued.
  void set_schedule(Schedule schedule);
  /// Returns what has ended when this has.
  StreamClock give(std::size_t stream, Task task);
  /// The same for work that comes after `after` alone.
  StreamClock give_after(std::size_t stream, const StreamClock& after, Task task);
  StreamClock until(std::size_t stream);
  void stream_waits(std::size_t stream, const StreamClock& until);

  /// The host waits: what has to be done by then is done.
  void host_waits_for_stream(std::size_t stream);
  void host_waits(const StreamClock& until);
  void host_waits_for_device(int device);
  void host_waits_for_all();
  /// The host asks whether all this has ended. If not, some of it is done, so that who asks again
  /// and again is told at last.
  bool has_ended(const StreamClock& until);

 private:
  struct Entry {
    WorkPlace place;
    Task task;
  };
  WorkQueue();
  StreamClock queue(WorkPlace place, Task task);
  bool is_ready(const Entry& entry) const;
  /// Which of the work that may begin comes next; only of that which `until` covers if it is given.
  std::optional<std::size_t> choose(const StreamClock* until);
  void run(std::size_t index);
  void run_until(const StreamClock& until);
  std::uint64_t random();

  std::recursive_mutex mutex_;  ///< a function of the host may ask for an error
  Schedule schedule_;
  std::uint64_t random_state_;
  StreamClocks clocks_;
  std::vector<Entry> entries_;  ///< in the order in which they were given
  StreamClock done_;
  std::uint64_t queued_ = 0;
};

}  // namespace kit::sim

/// From the next call on another schedule: 0 early, 1 late, 2 random. Finishes what is queued.
extern "C" void kit_sim_schedule_work(int schedule);
