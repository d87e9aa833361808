/// @file
/// A roofline estimate of a launch's time on a named card, from the simulator's counts. An
/// estimate, never a measurement: see docs/simulator.md for what it leaves out.
#pragma once

#include <string>
#include <vector>

#include "grader/results/observations.hpp"

namespace kit::grader {

/// A card's peak rates; common/grader/cards has a file for each, and users can write one.
struct Card {
  std::string name;
  double multiprocessors = 0, clock_ghz = 0;
  double dram_gb_per_s = 0;     ///< read and written together
  double fp32_tflop_per_s = 0;  ///< a fused multiply-add counts two
};

/// Reads common/grader/cards/NAME.json under `root`, or the file NAME if it is a path. Throws
/// InputError that lists the cards, or names the field that is missing or not a positive number.
Card load_card(const std::string& root, const std::string& name);

/// Time that each resource alone would take, in milliseconds; the largest bounds the launch from
/// below.
struct Estimate {
  struct Bound {
    std::string resource;  ///< for people: "DRAM bandwidth"
    double milliseconds = 0;
  };
  std::vector<Bound> bounds;  ///< largest first
  double milliseconds() const { return bounds.empty() ? 0 : bounds.front().milliseconds; }
};

/// From the counters of one launch (docs/simulator.md):
/// - DRAM: distinct sectors times 32 bytes, as if the L2 cache kept every sector it has seen;
/// - L1: 4 sectors a clock on each multiprocessor;
/// - shared memory: one wavefront a clock on each multiprocessor;
/// - constant memory: one 4-byte word a clock on each multiprocessor, for each warp;
/// - arithmetic: the card's peak float32 rate.
Estimate estimate(const LaunchCounters& counters, const Card& card);

}  // namespace kit::grader
