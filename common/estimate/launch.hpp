/// @file
/// From what the simulator saw of launches to what the model takes.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "estimate/model.hpp"
#include "sim/report/counters.hpp"

namespace kit::estimate {

/// A launch as the simulator reports it.
struct SeenLaunch {
  std::string kernel;     ///< as the launch names it
  std::string file;       ///< that launches it
  std::string function;   ///< the kernel itself; empty if it did not run
  std::string arguments;  ///< bytes, hexadecimal, as libstdc++'s std::tuple lays them out
  std::array<unsigned, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  double dynamic_shared_bytes = 0;
  sim::Counters counters;
};

/// The launches of one function at three sizes of a square picture: counted at two small ones, and
/// only noted at the one that is asked for.
struct SeenCall {
  double small_size = 0, large_size = 0, size = 0;
  std::vector<SeenLaunch> small, large, target;
};

/// One launch of the call and its estimate.
struct LaunchEstimate {
  std::string name;  ///< the kernel
  Launch launch;
  Estimate estimate;
  std::string remark;  ///< what of it is not known; empty as a rule
};

/// Kernels by their PTX.
using Kernels = std::vector<Kernel>;

/// The kernel that the function of a launch is, in the file that launches it if there is one; null
/// if there is none or more than one.
const Kernel* find_kernel(const Kernels& kernels, const SeenLaunch& seen);

/// The arguments as the kernel's parameters lie; empty if the launch passes others than it takes.
std::vector<std::uint8_t> parameter_bytes(const Kernel& kernel, const SeenLaunch& seen);

/// What a warp does, on the average over warps all over the grid.
WarpWork mean_warp(const Kernel& kernel, const SeenLaunch& seen, const Latencies& latencies);

/// What a warp does, where its kernel's instructions are not known, from what the simulator
/// counted: an instruction for two operations, four for each request to memory (it, its address, a
/// step and a branch of a loop), loads on their way four at a time.
WarpWork rough_warp(const SeenLaunch& seen, const Latencies& latencies);

/// The estimates of the call's launches, in order. Throws InputError if the sizes' launches differ.
std::vector<LaunchEstimate> estimate_call(const SeenCall& call, const Kernels& kernels,
                                          const Card& card);

}  // namespace kit::estimate
