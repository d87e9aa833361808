/// @file
/// Follows one thread through a kernel's PTX and says what a card would have to do for its warp:
/// how many instructions of which kind, and how many clocks they take if no other warp runs.
///
/// Integers are computed, so that loops and branches go as they do on a card. What is loaded is
/// not known: a load gives an arbitrary number, an atomic operation the number of the block, as
/// if blocks came one after another. Where control depends on the data of a picture, the walk is
/// that of an arbitrary picture.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "estimate/ptx.hpp"

namespace kit::estimate {

/// Clocks from an instruction's issue until its result can be used.
struct Latencies {
  double arithmetic = 4, sfu = 20, fp64 = 8;
  double global_load = 500, local_load = 40, shared_load = 30, constant_load = 30;
  double atomic = 700, shuffle = 24;
  double barrier = 13, barrier_warp = 2;  ///< of a barrier, and for each warp of the block
  double branch = 13;                     ///< from a comparison to the branch that it decides
  double jump = 11;                       ///< more if the branch is taken
};

/// What one warp issues. Instructions are those of a card, as docs/estimate.md counts them.
struct WarpWork {
  double instructions = 0;
  double fma = 0;     ///< of the pipe for float32 and integer multiplications and additions
  double alu = 0;     ///< of the pipe for integers, comparisons, bits
  double either = 0;  ///< of whichever of these two is free, half of the first one's lanes
  double sfu = 0;     ///< of special functions and conversions
  double fp64 = 0;
  double global_loads = 0, global_stores = 0, atomics = 0;
  double shared_loads = 0, shared_stores = 0, shuffles = 0, local = 0, constant_loads = 0;
  double barriers = 0;
  double clocks = 0;           ///< from the warp's first instruction to its last, alone
  std::vector<double> phases;  ///< the same cut at the block's barriers
  bool complete = true;        ///< false if the walk was broken off

  /// Adds all but the phases.
  void add(const WarpWork& more, double times = 1);
};

/// Where a thread stands in its launch.
struct ThreadPlace {
  std::array<unsigned, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  std::array<unsigned, 3> block_index = {0, 0, 0}, thread = {0, 0, 0};
};

/// Walks a kernel. `arguments`: its parameters' bytes, laid out as the kernel's `parameters` say.
/// `most_steps` instructions are walked at most.
WarpWork walk(const Kernel& kernel, const std::vector<std::uint8_t>& arguments,
              const ThreadPlace& place, const Latencies& latencies, std::uint64_t most_steps);

}  // namespace kit::estimate
