/// @file
/// The observer of a program, and what it hands out: counters per launch, findings, places.
#pragma once

#include <string>

#include "block_trace.hpp"

namespace kit::sim {

/// Starts observing; called by instrumented objects before main. What nobody took is printed at the
/// end of the program.
void observe_program();

/// Prints on standard error the findings that nobody took: "file:line: sentence", then a line with
/// the kind, the kernel, block and thread, then a line for each other place that matters.
void print_findings();

}  // namespace kit::sim

/// What was seen since the last call, as one line of JSON that stays valid until the next:
/// {"launches": [...], "findings": [...]}; docs/simulator.md explains the fields. Null pointer in a
/// program that is not observed: declare it weak.
extern "C" const char* kit_sim_take_observations();

/// What was allocated since the last kit_sim_watch_allocations and not freed becomes findings. (At
/// the end of a program that happens by itself, for all of its allocations.)
extern "C" void kit_sim_watch_allocations();
extern "C" void kit_sim_report_leaks();

/// Bytes that count as never written until a kernel or a copy writes them, whatever was copied
/// there.
extern "C" void kit_sim_forget_contents(void* data, unsigned long bytes);

/// Kernels may use only these bytes of a cudaMalloc'ed buffer; messages use this name.
extern "C" void kit_sim_name_buffer(void* data, unsigned long bytes, const char* name);
