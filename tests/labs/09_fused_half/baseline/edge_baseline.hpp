/// @file
/// The kit's own CPU versions of lab 09's kernels: what a speedup is measured against.
#pragma once

#include <cstdint>

namespace kit::baseline {

/// Blur, gradient and magnitude of an image of grey levels, row-major, as floats in [0, 2040]. One
/// thread (threads = 1), or `threads` of them (0: all cores), each with a band of the rows. Exact.
void edge_magnitude(const std::uint8_t* grey, float* magnitude, int width, int height,
                    int threads = 1);

/// The same and thinning: states 0, 128 or 255. Threads as above.
void thin_edges(const std::uint8_t* grey, std::uint8_t* states, int width, int height, float low,
                float high, int threads = 1);

}  // namespace kit::baseline
