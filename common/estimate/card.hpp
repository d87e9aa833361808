/// @file
/// What the estimate knows of a card: its data sheet, and what tests/hardware/card_rates measured.
#pragma once

#include <string>

#include "estimate/walk.hpp"

namespace kit::estimate {

/// A card; common/grader/cards has a file for each, and users can write one.
struct Card {
  std::string name;
  std::string architecture = "sm_75";
  bool measured = false;  ///< else rates and latencies are another card's, by clocks
  // From data sheets.
  double multiprocessors = 0, clock_ghz = 0;
  double dram_gb_per_s = 0;     ///< read and written together, by the data sheet
  double fp32_tflop_per_s = 0;  ///< a fused multiply-add counts two
  double l2_mib = 0;
  double registers = 65536, shared_kib = 64, threads = 2048, blocks = 32;  ///< of a multiprocessor
  // By micro-benchmarks. Of a multiprocessor, per clock:
  double fma = 4, alu = 2, sfu = 0.5, fp64 = 2;  ///< warp instructions
  double l1_sectors = 4;                         ///< that loads and stores move
  double l1_lines = 1;  ///< lines of 128 bytes, of which each lane may want another
  double shared_wavefronts = 1, constant_words = 0.5, shuffles = 1;
  // Of the whole card:
  double dram_share = 0.9;  ///< of dram_gb_per_s that a copy gets
  double l2_gb_per_s = 0, l2_write_gb_per_s = 0;
  double atomics_per_ns = 1;   ///< sectors of atomic operations
  double floor_us = 2;         ///< of a launch that does nothing
  double blocks_per_ns = 0.5;  ///< that are started
  // Clocks:
  double l1_clocks = 37, l2_clocks = 290, dram_clocks = 700;
  double line_clocks = 2;  ///< more for each further line of a request
  Latencies latencies;
};

/// Reads common/grader/cards/NAME.json under `root`, or the file NAME if it is a path. Throws
/// InputError that lists the cards, or names the field that is missing or not a positive number.
Card load_card(const std::string& root, const std::string& name);

}  // namespace kit::estimate
