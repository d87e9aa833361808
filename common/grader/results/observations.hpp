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
#include "sim/report/counters.hpp"

namespace kit::grader {

/// Counts of one launch.
using LaunchCounters = sim::Counters;
using sim::Counter;

/// Where a line's requests go; `branch` for a line that only divides warps.
enum class MemorySpace { global, shared, constant, local, texture, surface, branch };
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
  std::string kernel;     ///< as the launch names it
  std::string function;   ///< the kernel itself
  std::string arguments;  ///< their bytes, hexadecimal
  SourcePlace place;      ///< of the launch
  std::array<unsigned, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
  LaunchCounters counters;
  std::vector<LineCounters> lines;
  nlohmann::json recording = nullptr;  ///< of one block, recording_from(); null without one
};

/// A piece of a stream's work.
struct Operation {
  enum class Kind { kernel, to_device, to_host, within_device, between_devices, host_function };
  Kind kind = Kind::kernel;
  std::string what;         ///< "the kernel blur", "cudaMemcpyAsync"
  std::uint64_t bytes = 0;  ///< copied or, by a kernel, written
  bool pageable = false;    ///< a copy whose memory on the host is not pinned
  int stream = 0;           ///< from 0, as they came
  int device = 0;           ///< whose work it is; where a copy between devices writes
  int from_device = 0;      ///< where a copy between devices reads
  std::vector<int> after;   ///< earlier ones, by index, that have to end before it begins
  /// Of those that share bytes with it, of which one of the two writes, the last of each stream.
  std::vector<int> needs = {};
  SourcePlace place;  ///< of the call
};
const char* to_string(Operation::Kind kind);

/// What came to the host's memory, and back, while a function was called whose images all lie on
/// the device: by copies, and by kernels that use pinned or managed memory.
struct HostTraffic {
  std::uint64_t to_host = 0, from_host = 0;  ///< bytes
  SourcePlace place;                         ///< of what brought most of them to the host
};

struct Observations {
  std::vector<LaunchObservations> launches;
  std::vector<Finding> findings;
  HostTraffic host_traffic = {};
  /// In the order in which they were queued; empty if all of it is kernels of one stream.
  std::vector<Operation> operations = {};
};

/// Whether the grid has one thread for each pixel, and less than a block more in each direction.
bool has_thread_for_each_pixel(const LaunchObservations& launch, int width, int height);

/// Sum of a counter over all launches.
double total(const Observations& seen, Counter counter);

/// What the simulator wrote. Its process also holds the student's code, so that any text may come:
/// one that is no report throws FormatError. The text is at most as long as a message, and every
/// field is required, so that what is made of it is bounded too.
Observations observations_from(const std::string& text);

}  // namespace kit::grader
