/// @file
/// The recursive Gaussian as plain loops, as the sources' CPU versions are written: one thread,
/// compiled with -O2 and without vector instructions. What the sources' speedups are over.
#pragma once

#include "labs/07_recursive_gaussian/reference/coefficients.hpp"

namespace kit::plain {

/// Line by line, columns as they stand in memory; arguments as kit::baseline::recursive_gaussian().
void recursive_gaussian(const float* input, float* output, int width, int height,
                        const RecursiveCoefficients& c);

}  // namespace kit::plain
