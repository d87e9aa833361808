/// @file
/// Where the observed build listens to streams: what is queued on them, and what waits for what.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "finding.hpp"
#include "kit_sim/host_api.h"

namespace kit::sim {

/// Bytes that a piece of work uses, by which instruction of a kernel (0: none).
struct UsedBytes {
  const char *begin = nullptr, *end = nullptr;
  std::uint32_t pc = 0;
};

/// Work that a stream was given.
struct StreamWork {
  std::string what;  ///< "the kernel blur", "cudaMemcpyAsync"
  CodePlace where;   ///< the call that queued it
  std::vector<UsedBytes> reads, writes;
};

class StreamObserver {
 public:
  virtual ~StreamObserver() = default;
  virtual void stream_made(cudaStream_t stream, bool non_blocking) = 0;
  /// Its work goes on.
  virtual void stream_destroyed(cudaStream_t stream) = 0;
  /// `stream` may be one of the default streams.
  virtual void queued(cudaStream_t stream, StreamWork work) = 0;
  virtual void event_recorded(cudaEvent_t event, cudaStream_t stream) = 0;
  virtual void stream_waits(cudaStream_t stream, cudaEvent_t event) = 0;
  virtual void host_waits(cudaStream_t stream) = 0;
  virtual void host_waits(cudaEvent_t event) = 0;
  virtual void host_waits_for_all() = 0;
  /// A function of the host runs as the stream's work that was queued last, until the second call.
  virtual void host_function_begins() = 0;
  virtual void host_function_ends() = 0;
};

}  // namespace kit::sim
