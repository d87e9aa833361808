/// @file
/// Which streams there are.
#pragma once

#include <optional>
#include <string>

#include "finding.hpp"
#include "kit_sim/host_api.h"

namespace kit::sim {

/// Success for the default streams and those that were made and not destroyed; else says that
/// `call` was given one that is not there, or a default stream while another is captured. Says so
/// too where work goes to the default stream although kit_sim_expect_stream() named another one.
/// `where` is the caller's line unless it is given. Records the error.
cudaError_t check_stream(cudaStream_t stream, const std::string& call,
                         const std::optional<CodePlace>& where = std::nullopt);

/// Says so where a function that was given a stream, on which it has to queue its work and return,
/// makes a call that waits for the device. `advice`: what to do instead.
void check_waits(const char* call, const std::string& advice);

/// True in a grading while no function that was given a stream is called: what is queued is its
/// caller's.
bool is_callers_turn();
/// True while a function is called whose images all lie on the device.
bool images_are_on_device();

/// Where a copy or a memset is queued, and whether its call returns when it is done.
struct Queue {
  cudaStream_t stream = nullptr;
  bool host_waits = true;
};

/// That of the copy to or from a variable or an array that is under way: its call has been named
/// by blocking_copy() or use_stream().
Queue queue_of_named_copy();

struct Task;

/// The stream's place in the queue of work; that of the current device's default stream.
std::size_t place_of(cudaStream_t stream);
/// True if what the stream is given now is done before give_work() returns, so that it may use what
/// will be gone then.
bool does_at_once(cudaStream_t stream);
/// Queues work. It may be done now or later: see WorkQueue. In a stream that is captured it becomes
/// a node of a graph.
void give_work(cudaStream_t stream, Task task);
/// The host waits for what the stream was given, or for all work of the current device.
void wait_for_stream(cudaStream_t stream);
void wait_for_device();

}  // namespace kit::sim

/// In an observed program: the stream that the student's function is given, to which all that it
/// queues has to go; null to expect none. `may_wait`: the function may wait for that stream, and
/// for events, though for nothing else. `on_device`: all images that it is given lie on the device.
extern "C" void kit_sim_expect_stream(void* stream, int may_wait, int on_device);
