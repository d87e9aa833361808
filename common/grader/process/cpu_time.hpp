/// @file
/// What a process and all that it started have used of the processors so far.
#pragma once

#include <sys/types.h>

namespace kit::grader {

/// Seconds of the process, of its group, of its descendants that run, and of those that each of
/// them has waited for. 0 where the system does not tell. The process may have ended, but not be
/// reaped.
double cpu_seconds_of_tree(pid_t root);

}  // namespace kit::grader
