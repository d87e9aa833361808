/// @file
/// Convolutions as plain loops, as the sources' CPU versions are written: one thread, compiled with
/// -O2 and without vector instructions. What the sources' speedups are over.
#pragma once

#include "kit/border.hpp"

namespace kit::plain {

/// Arguments as kit::baseline's functions of the same names.
void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, Border border);
void separable(const float* input, float* output, int width, int height, const float* row_weights,
               const float* column_weights, int taps, Border border);
void sobel_magnitude(const float* input, float* output, int width, int height, Border border);

}  // namespace kit::plain
