/// @file
/// What the worker may ask of the system once a student's code runs in it.
#pragma once

namespace kit::worker {

/// From here on this process can compute, take memory, start threads and use what it has open, and
/// nothing else: to open a file fails, and any other system call ends it, which says the call's
/// name on standard error. There is no way back. Leaves programs for CUDA alone, whose driver asks
/// for more, and does nothing where the kernel has no filters.
void give_up_system_calls();

}  // namespace kit::worker
