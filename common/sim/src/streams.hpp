/// @file
/// Which streams there are.
#pragma once

#include <optional>
#include <string>

#include "finding.hpp"
#include "kit_sim/host_api.h"

namespace kit::sim {

/// True for the default streams and those that were made and not destroyed; else says that `call`
/// was given one that is not there. Says so too where work goes to the default stream although
/// kit_sim_expect_stream() named another one. `where` is the caller's line unless it is given.
bool check_stream(cudaStream_t stream, const std::string& call,
                  const std::optional<CodePlace>& where = std::nullopt);

/// Says so where a function that was given a stream, on which it has to queue its work and return,
/// makes a call that waits for the device. `advice`: what to do instead.
void check_waits(const char* call, const std::string& advice);

/// Where a copy or a memset is queued, and whether its call returns when it is done.
struct Queue {
  cudaStream_t stream = nullptr;
  bool host_waits = true;
};

/// That of the copy to or from a variable or an array that is under way: its call has been named
/// by blocking_copy() or use_stream().
Queue queue_of_named_copy();

/// The host has waited for all work of all streams.
void note_device_waited_for();

}  // namespace kit::sim

/// In an observed program: the stream that the student's function is given, to which all that it
/// queues has to go; null to expect none.
extern "C" void kit_sim_expect_stream(void* stream);
