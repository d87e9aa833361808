/// @file
/// The observer of a program, and what it hands out: counters per launch, findings, places.
#pragma once

#include <string>

#include "block_trace.hpp"

namespace kit::sim {

/// Starts observing; called by instrumented objects before main.
void observe_program();

}  // namespace kit::sim

/// What was seen since the last call, as one line of JSON that stays valid until the next:
/// {"launches": [...], "findings": [...]}; docs/simulator.md explains the fields. Null pointer in a
/// program that is not observed: declare it weak.
extern "C" const char* kit_sim_take_observations();

/// Kernels may use only these bytes of a cudaMalloc'ed buffer; messages use this name.
extern "C" void kit_sim_name_buffer(void* data, unsigned long bytes, const char* name);
