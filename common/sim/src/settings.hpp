/// @file
/// What the environment sets: KIT_SIM_SEED (order of blocks and warps), KIT_SIM_THREADS (host
/// threads) and others.
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

}  // namespace kit::sim
