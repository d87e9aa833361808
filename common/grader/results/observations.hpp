/// @file
/// What the observed simulator saw of one call (docs/simulator.md): what each launch did to memory,
/// and what its checks found.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "grader/results/findings.hpp"

namespace kit::grader {

/// Counts of one launch. Requests are a warp's; sectors are pieces of 32 bytes; wavefronts are
/// passes through the banks of shared memory, and "ideal" those that the same bytes need.
struct LaunchCounters {
  std::uint64_t global_load_requests = 0, global_load_sectors = 0, global_load_bytes = 0;
  std::uint64_t global_store_requests = 0, global_store_sectors = 0, global_store_bytes = 0;
  std::uint64_t global_atomic_requests = 0, global_atomic_sectors = 0;
  std::uint64_t shared_load_requests = 0, shared_load_wavefronts = 0, shared_load_ideal = 0;
  std::uint64_t shared_store_requests = 0, shared_store_wavefronts = 0, shared_store_ideal = 0;
  std::uint64_t shared_atomic_requests = 0;
  std::uint64_t constant_requests = 0, constant_replays = 0;
  std::uint64_t local_requests = 0, local_bytes = 0;
  std::uint64_t divergent_branches = 0, barriers = 0;
  std::uint64_t blocks = 0, warps = 0, threads = 0;
  std::uint64_t working_threads = 0, working_warps = 0;  ///< those that used global memory
  std::uint64_t flops = 0;                               ///< a fused multiply-add counts two
  std::uint64_t unique_load_sectors = 0, unique_store_sectors = 0;  ///< distinct ones
};

/// One of the counters, e.g. &LaunchCounters::flops.
using Counter = std::uint64_t LaunchCounters::*;

/// Where a line's requests go; `branch` for a line that only divides warps.
enum class MemorySpace { global, shared, constant, local, branch };
const char* to_string(MemorySpace space);

enum class AccessKind { read, write, atomic };
const char* to_string(AccessKind access);

/// What one line of the source did to one kind of memory.
struct LineCounters {
  SourcePlace place;
  MemorySpace space = MemorySpace::global;
  AccessKind access = AccessKind::read;
  std::uint64_t requests = 0;
  std::uint64_t units = 0;  ///< sectors, wavefronts or, of constant memory, words
  std::uint64_t ideal = 0;  ///< the fewest units that the bytes asked for could take
  std::uint64_t divergences = 0;
};

struct LaunchObservations {
  std::string kernel;
  SourcePlace place;  ///< of the launch
  std::array<unsigned, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
  LaunchCounters counters;
  std::vector<LineCounters> lines;
};

struct Observations {
  std::vector<LaunchObservations> launches;
  std::vector<Finding> findings;
};

/// Sum of a counter over all launches.
double total(const Observations& seen, Counter counter);

/// What the simulator wrote. Its process also holds the student's code, so that any text may come:
/// one that is no report throws FormatError. The text is at most as long as a message, and every
/// field is required, so that what is made of it is bounded too.
Observations observations_from(const std::string& text);

}  // namespace kit::grader
