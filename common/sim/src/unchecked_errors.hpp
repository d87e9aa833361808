/// @file
/// Errors that the program did not look at. Only the observed build keeps track of them.
#pragma once

#include <string>

#include "finding.hpp"
#include "kit_sim/host_api.h"

namespace kit::sim {

/// A launch failed: refused, or ended by a fault. `what` names it: "the launch of blur". Launches
/// return nothing, so the error waits for cudaGetLastError or a call that returns it.
void launch_failed(cudaError_t error, const std::string& what, CodePlace where);

/// The program asked for the last error, and got one.
void error_was_asked_for();

/// A call returned the fault of an earlier launch; unless its result is thrown away, which
/// `discarded` says next, the program has seen it.
void fault_was_returned();

/// Reports an error that nobody looked at; what every launch and the end of the program start with.
void report_unchecked_errors();

}  // namespace kit::sim
