/// @file
/// The edge-aware filter as plain loops, as the sources' CPU versions are written: one thread,
/// compiled with -O2 and without vector instructions. What the sources' speedups are over.
#pragma once

#include <cstdint>

namespace kit::plain {

/// Rows, then columns, one line after another; three channels. Arguments as
/// kit::baseline::edge_aware().
void edge_aware(const std::uint8_t* input, float* output, int width, int height, double sigma_s,
                double sigma_r, int iterations);

}  // namespace kit::plain
