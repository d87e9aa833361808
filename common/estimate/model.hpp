/// @file
/// The time of a launch on a card, from what its warps do (docs/estimate.md). An estimate, never a
/// measurement.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "estimate/card.hpp"
#include "estimate/walk.hpp"

namespace kit::estimate {

/// What a whole launch moves, counted by the simulator or scaled up from such counts.
struct Traffic {
  double load_requests = 0, load_sectors = 0, load_bytes = 0;
  double block_load_sectors = 0, unique_load_sectors = 0;
  double store_requests = 0, store_sectors = 0, store_bytes = 0, unique_store_sectors = 0;
  double atomic_sectors = 0;
  double shared_wavefronts = 0;
  double constant_requests = 0, constant_replays = 0;
};

struct Launch {
  std::array<unsigned, 3> grid = {1, 1, 1}, block = {1, 1, 1};
  double registers = 32;    ///< of a thread
  double shared_bytes = 0;  ///< of a block, static and dynamic
  Traffic traffic;
  WarpWork warp;             ///< of a warp, on the average; clocks with `latencies_of` this launch
  double earlier_bytes = 0;  ///< that the launches before have just written or read, and this reads
};

struct Estimate {
  struct Term {
    std::string name;  ///< for people: "DRAM bandwidth"
    double milliseconds = 0;
  };
  std::vector<Term> terms;  ///< each as if it alone mattered, longest first
  double milliseconds = 0;
  double resident_warps = 0;  ///< of a multiprocessor, at most
};

/// Blocks of the launch that one multiprocessor holds at a time; at least 1.
double resident_blocks(const Launch& launch, const Card& card);

/// What of a launch's traffic goes beyond the first-level caches, and beyond the second.
struct Memory {
  double l2_load_sectors = 0, dram_load_sectors = 0, dram_store_sectors = 0;
};

/// Sectors that are read again find the second-level cache if it has room for what is touched
/// between: all that the blocks which run together touch. What the launch before has written is
/// there if it fits together with what this one touches. From one to two times the cache's size
/// the share falls from all to nothing.
Memory memory_of(const Launch& launch, const Card& card);

/// The latencies with which a warp of this launch is to be walked: a load's is the mean over the
/// caches that give it.
Latencies latencies_of(const Launch& launch, const Card& card);

/// The estimate.
Estimate estimate(const Launch& launch, const Card& card);

/// A count at pictures of side `size`, from those of two smaller ones: all counts of a kernel over
/// a square picture are a size^2 + b size, but for its corners. Never below 0.
double extrapolate(double small_size, double small_count, double large_size, double large_count,
                   double size);

}  // namespace kit::estimate
