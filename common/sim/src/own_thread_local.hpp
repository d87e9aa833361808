/// @file
/// Where the simulator's own thread-local variables lie.
#pragma once

/// Before all that a program declares: shared memory is thread-local, so a kernel that runs past
/// the end of an array of its own would else change the simulator before it comes to memory that it
/// may not use.
#define KIT_SIM_OWN_THREAD_LOCAL __attribute__((section(".tdata"))) thread_local
