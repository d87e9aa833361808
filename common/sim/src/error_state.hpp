/// @file
/// The runtime's error state: the calling thread's last error, a fault that waits to be noticed,
/// and the one that stays.
#pragma once

#include <string>

#include "kit_sim/host_api.h"

namespace kit::sim {

/// Remembers the error as the last one (unless it is cudaSuccess) and returns it.
cudaError_t record(cudaError_t error);

/// What a call that synchronises starts with: a kernel's fault becomes visible here, and stays. So
/// does the error of refuse_this_call(), once.
cudaError_t surface_faults();
/// The call that this thread is in fails with this error.
void refuse_this_call(cudaError_t error);

/// Keeps the first fault of a kernel until a call synchronises.
void set_pending_fault(cudaError_t error);
bool has_fault();

/// One line of explanation on standard error, "simulator: ..."; what a bare error code does not
/// say.
void explain(const std::string& message);

}  // namespace kit::sim
