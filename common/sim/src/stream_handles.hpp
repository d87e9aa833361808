/// @file
/// What a program's streams and events stand for.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kit_sim/graphs.h"
#include "stream_clocks.hpp"
#include "work_queue.hpp"

namespace kit::sim {

/// A graph that is being made of what streams are given.
struct Capture;

/// What a stream or an event has of one: the nodes that come before whatever follows.
struct Captured {
  std::shared_ptr<Capture> capture;  ///< null: none is under way
  std::vector<std::size_t> last;
};

}  // namespace kit::sim

struct CUstream_st {
  std::size_t place = 0;  ///< among all streams of the queue
  bool non_blocking = false;
  int device = 0;
  kit::sim::Captured captured;
};

struct CUevent_st {
  bool timing = true;
  bool recorded = false;
  int device = 0;
  kit::sim::StreamClock until{};                 ///< what has ended when it is reached
  std::chrono::steady_clock::time_point when{};  ///< it was reached
  kit::sim::Captured captured;                   ///< recorded in a stream that is capturing
};

namespace kit::sim {

bool is_default(cudaStream_t stream);
bool valid_stream(cudaStream_t stream);
/// That of a default stream is the current one.
int device_of(cudaStream_t stream);

/// True for a stream whose work becomes nodes of a graph instead of being done.
inline bool is_capturing(cudaStream_t stream) {
  return !is_default(stream) && stream->captured.capture != nullptr;
}
/// Adds work to the graph that the stream captures.
void capture_work(cudaStream_t stream, Task task);
/// A stream waits for an event, and one of the two belongs to a capture.
cudaError_t capture_wait(cudaStream_t stream, cudaEvent_t event);
/// A call that no capture allows: it fails with this error, and so does the end of the capture.
cudaError_t refuse_in_capture(const std::shared_ptr<Capture>& capture, const std::string& call,
                              const std::string& reason, cudaError_t error);
/// The same for a call that waits or allocates while this thread captures. Else cudaSuccess.
cudaError_t refuse_while_capturing(const std::string& call);
/// The same for one that uses the legacy default stream, which would wait for what is captured.
cudaError_t refuse_legacy_while_capturing(const std::string& call);

}  // namespace kit::sim
