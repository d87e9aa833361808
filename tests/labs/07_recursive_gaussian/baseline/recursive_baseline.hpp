/// @file
/// The recursive Gaussian on the CPU, which lab 07's speedups are over.
#pragma once

#include "labs/07_recursive_gaussian/reference/coefficients.hpp"

namespace kit::baseline {

/// Rows and columns with exact ends in float32, cascade form, 64 lines at a time, on `threads`
/// threads (0: all cores). `input` and `output` hold width * height values and do not overlap.
void recursive_gaussian(const float* input, float* output, int width, int height,
                        const RecursiveCoefficients& c, int threads);

}  // namespace kit::baseline
