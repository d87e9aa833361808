/// @file
/// What was counted in one launch of a kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../include/vector_types.h"
#include "block_recorder.hpp"
#include "counters.hpp"

namespace kit::sim {

struct LaunchRecord {
  std::string kernel, file;  ///< as the launch names it
  std::string function;      ///< the kernel itself; empty if no thread came to it
  std::string arguments;     ///< their bytes, as std::tuple keeps them
  int line = 0;
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  Counters counters;
  std::map<std::uint32_t, std::map<int, PcCounters>>
      places;  // by code address, then kind of access
  std::optional<RecordedBlock> recorded;
};

/// The launches since the last call, in order.
std::vector<LaunchRecord> take_launches();

/// Launches and findings since the last call, as kit_sim_take_observations gives them.
std::string take_observations();

}  // namespace kit::sim
