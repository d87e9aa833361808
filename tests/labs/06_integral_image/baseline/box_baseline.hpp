/// @file
/// The kit's own CPU versions of lab 06's operations: what a speedup is measured against.
#pragma once

#include <cstdint>

namespace kit::baseline {

/// Summed-area table of 8-bit values, sums modulo 2^32, one plane per channel of the interleaved
/// image: table[c * width * height + y * width + x]. One thread (threads = 1), or `threads` of them
/// (0: all cores), each with a band of the rows. Width, height and channels at least 1.
void summed_area_table(const std::uint8_t* image, std::uint32_t* table, int width, int height,
                       int channels, int threads = 1);

/// Box filter as oracle::box_filter() defines it, with sums that slide along columns and rows, so
/// that the time does not depend on the radius. Exact. Threads as above.
void box_filter(const std::uint8_t* input, std::uint8_t* output, int width, int height,
                int channels, int radius, int threads = 1);

}  // namespace kit::baseline
