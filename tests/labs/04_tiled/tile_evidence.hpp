/// @file
/// Lab 04's evidence: that pixels come into shared memory once, and the sums from there.
#pragma once

#include <vector>

#include "grader/lab/block_shape.hpp"
#include "grader/lab/suite.hpp"

namespace kit::grader {

/// The shape that the evidence is about: each warp is one row of the block.
inline constexpr BlockShape kJudgedBlock = {32, 8};
inline constexpr double kMinPixels = 100000;  ///< of an image that it looks at
inline constexpr int kMaxSizedWidth = 17;     ///< filters have kernels of their own, as in lab.hpp

/// Sectors loaded against the distinct ones of all tiles. Neighbouring threads that load
/// neighbouring elements take less than 1.25 times as many: each request may share a sector with
/// the one before, and 32 elements are 4 sectors.
EvidenceResult check_loads(const std::vector<CaseResult>& results);

/// Reads of shared memory: enough of them to be the sums' pixels, each in as few wavefronts as its
/// bytes take. A request brings a thread 16 bytes at most, that is four of the pixels it sums.
EvidenceResult check_reads(const std::vector<CaseResult>& results);

/// The challenge's rungs: what a thread reads from global and shared memory for each product. A
/// thread that has one sum reads one pixel. A column of outputs brings it below 0.4, and a row of
/// the window that comes in pieces of 16 bytes and serves several rows of outputs below 0.12.
EvidenceResult check_shared_values(const std::vector<CaseResult>& results);
EvidenceResult check_wide_reads(const std::vector<CaseResult>& results);
EvidenceResult check_reuse(const std::vector<CaseResult>& results);

/// Races in shared memory, and barriers that not all threads of a block reach.
EvidenceResult check_barrier(const std::vector<CaseResult>& all);

/// The usual check of bounds, and that the launch passes the shared memory that the kernel uses.
EvidenceResult check_bounds_and_size(const std::vector<CaseResult>& all);

}  // namespace kit::grader
