/// @file
/// The kit's own float32 CPU version of the edge-aware recursive Gaussian: what lab 08's speedup is
/// measured against.
#pragma once

#include <cstdint>

namespace kit::baseline {

/// Edge-aware filter of an 8-bit image that is its own guide (see oracle::edge_aware). `input` and
/// `output` hold width * height pixels of `channels` interleaved values, all numbers at least 1;
/// outputs are in [0, 1]. Sixteen neighbouring lines at a time, each pixel's powers computed once
/// for both directions and all channels. `threads` is 1, or 0 for all cores; InputError otherwise.
void edge_aware(const std::uint8_t* input, float* output, int width, int height, int channels,
                double sigma_s, double sigma_r, int iterations, int threads = 1);

}  // namespace kit::baseline
