/// @file
/// What the environment sets: KIT_SIM_SEED (order of blocks and warps), KIT_SIM_THREADS (host
/// threads), what an estimate for another card asks for, and others.
#pragma once

#include <cstdint>

namespace kit::sim {

/// The variable's value; `fallback` if it is not set, empty or no whole number.
long long number_from_environment(const char* variable, long long fallback);

/// Seed of the order in which blocks start and warps take turns; 1 unless KIT_SIM_SEED says
/// otherwise.
std::uint64_t block_order_seed();

/// Host threads that run blocks: KIT_SIM_THREADS, else the cores this process may use.
int host_threads();

/// KIT_SIM_LAUNCHES=skip: kernels are not run, only noted, so that what a program launches on large
/// pictures is known at once.
bool launches_are_skipped();

/// KIT_SIM_FLOATS=finite: a kernel ends at its first operation on floats that has no finite result
/// though its operands are finite, or none at all (docs/simulator.md).
bool floats_must_be_finite();

/// KIT_SIM_MULTIPROCESSORS: how many the device says it has, instead of `usual`.
int multiprocessors(int usual);

}  // namespace kit::sim
