/// @file
/// Where the observed build listens to streams: what is queued on them, and what waits for what.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "finding.hpp"
#include "stream_clocks.hpp"

namespace kit::sim {

/// Bytes that a piece of work uses, by which instruction of a kernel (0: none).
struct UsedBytes {
  const char *begin = nullptr, *end = nullptr;
  std::uint32_t pc = 0;
};

/// Which part of a card does a piece of work: most cards have an engine for copies in either
/// direction. `none` is for what takes no time there.
enum class WorkKind : std::uint8_t {
  none,
  kernel,
  to_device,
  to_host,
  within_device,
  between_devices,
  host_function
};

/// Work that a stream was given.
struct StreamWork {
  std::string what;  ///< "the kernel blur", "cudaMemcpyAsync"
  CodePlace where;   ///< the call that queued it
  std::vector<UsedBytes> reads, writes;
  CodePlace called_from = {};  ///< in observed programs, the calls that led to a launch
  std::uint64_t number = 0;    ///< of all work, in the order in which it was queued, from 1
  WorkKind kind = WorkKind::none;
  std::uint64_t bytes = 0;  ///< that are copied or filled; what a kernel writes is listed
  bool fills = false;       ///< all of its bytes with one value
  bool pageable = false;    ///< a copy whose memory on the host is not pinned
  int from_device = 0;      ///< where a copy between devices reads
  int device = 0;           ///< whose work it is; where a copy between devices writes
  bool callers = false;     ///< of the caller of a graded function, before or after it
  bool on_device = false;   ///< of a function whose images all lie on the device
};

class StreamObserver {
 public:
  virtual ~StreamObserver() = default;
  /// Work has been done. What was queued later may have been done before.
  virtual void done(StreamWork work, WorkPlace place) = 0;
  /// The host has waited: it knows what has ended. `idle`: there is no work that is still to be
  /// done, so that what has ended can meet nothing any more.
  virtual void host_learned(const StreamClock& clock, bool idle) = 0;
  /// A function of the host runs as the stream's work at this place, until the second call.
  virtual void host_function_begins(const WorkPlace& place) = 0;
  virtual void host_function_ends() = 0;
};

}  // namespace kit::sim
