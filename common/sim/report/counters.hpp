/// @file
/// What the simulator counts in a launch, and the names of the counters in what it reports.
#pragma once

#include <cstdint>
#include <iterator>

namespace kit::sim {

/// Requests are warp instructions; sectors are pieces of 32 bytes; wavefronts are passes through
/// the shared memory's 32 banks.
struct Counters {
  std::uint64_t global_load_requests = 0, global_load_sectors = 0, global_load_bytes = 0;
  std::uint64_t global_store_requests = 0, global_store_sectors = 0, global_store_bytes = 0;
  std::uint64_t global_atomic_requests = 0, global_atomic_sectors = 0, global_atomic_bytes = 0;
  std::uint64_t shared_load_requests = 0, shared_load_wavefronts = 0, shared_load_ideal = 0;
  std::uint64_t shared_store_requests = 0, shared_store_wavefronts = 0, shared_store_ideal = 0;
  std::uint64_t shared_atomic_requests = 0;
  std::uint64_t constant_requests = 0, constant_replays = 0;
  /// Those of them that want what a copy brought from memory of the device.
  std::uint64_t constant_copied_requests = 0, constant_copied_sectors = 0,
                constant_copied_bytes = 0;
  std::uint64_t local_requests = 0, local_bytes = 0;
  std::uint64_t texture_requests = 0, surface_load_requests = 0, surface_store_requests = 0;
  std::uint64_t divergent_branches = 0;
  std::uint64_t barriers = 0;  ///< block barriers, times the warps that waited
  std::uint64_t blocks = 0, warps = 0, threads = 0;
  std::uint64_t working_threads = 0;  ///< threads that read or wrote global memory
  std::uint64_t storing_threads = 0;  ///< those of them that wrote, atomic operations included
  std::uint64_t working_warps = 0;    ///< warps with a thread that read or wrote it
  std::uint64_t flops = 0;            ///< additions, multiplications, ... ; a fused one counts two
  std::uint64_t unique_load_sectors = 0, unique_store_sectors = 0;  ///< distinct, over the launch
  std::uint64_t most_thread_bytes = 0;  ///< of global and shared memory, of the busiest thread
  std::uint64_t block_load_sectors =
      0;  ///< loads' sectors that a block had not read shortly before
};

/// One of the counters, e.g. &Counters::flops.
using Counter = std::uint64_t Counters::*;

struct NamedCounter {
  const char* name;
  Counter counter;
};

/// All counters. Not inline: the program that holds the student's code, which could have a copy of
/// its own of what the linker merges, reads this too.
constexpr NamedCounter kCounters[] = {
    {"global_load_requests", &Counters::global_load_requests},
    {"global_load_sectors", &Counters::global_load_sectors},
    {"global_load_bytes", &Counters::global_load_bytes},
    {"global_store_requests", &Counters::global_store_requests},
    {"global_store_sectors", &Counters::global_store_sectors},
    {"global_store_bytes", &Counters::global_store_bytes},
    {"global_atomic_requests", &Counters::global_atomic_requests},
    {"global_atomic_sectors", &Counters::global_atomic_sectors},
    {"global_atomic_bytes", &Counters::global_atomic_bytes},
    {"shared_load_requests", &Counters::shared_load_requests},
    {"shared_load_wavefronts", &Counters::shared_load_wavefronts},
    {"shared_load_ideal", &Counters::shared_load_ideal},
    {"shared_store_requests", &Counters::shared_store_requests},
    {"shared_store_wavefronts", &Counters::shared_store_wavefronts},
    {"shared_store_ideal", &Counters::shared_store_ideal},
    {"shared_atomic_requests", &Counters::shared_atomic_requests},
    {"constant_requests", &Counters::constant_requests},
    {"constant_replays", &Counters::constant_replays},
    {"constant_copied_requests", &Counters::constant_copied_requests},
    {"constant_copied_sectors", &Counters::constant_copied_sectors},
    {"constant_copied_bytes", &Counters::constant_copied_bytes},
    {"local_requests", &Counters::local_requests},
    {"local_bytes", &Counters::local_bytes},
    {"texture_requests", &Counters::texture_requests},
    {"surface_load_requests", &Counters::surface_load_requests},
    {"surface_store_requests", &Counters::surface_store_requests},
    {"divergent_branches", &Counters::divergent_branches},
    {"barriers", &Counters::barriers},
    {"blocks", &Counters::blocks},
    {"warps", &Counters::warps},
    {"threads", &Counters::threads},
    {"working_threads", &Counters::working_threads},
    {"storing_threads", &Counters::storing_threads},
    {"working_warps", &Counters::working_warps},
    {"flops", &Counters::flops},
    {"unique_load_sectors", &Counters::unique_load_sectors},
    {"unique_store_sectors", &Counters::unique_store_sectors},
    {"most_thread_bytes", &Counters::most_thread_bytes},
    {"block_load_sectors", &Counters::block_load_sectors},
};
static_assert(sizeof(Counters) == std::size(kCounters) * sizeof(std::uint64_t),
              "every counter has a name");

}  // namespace kit::sim
