/// @file
/// The labs' operations as plain loops, as the sources' CPU versions are written: one thread,
/// compiled with -O2 and without vector instructions. What the sources' speedups are over.
#pragma once

#include <cstdint>

#include "kit/border.hpp"
#include "labs/07_recursive_gaussian/reference/recursive.hpp"

namespace kit::plain {

/// Arguments as kit::baseline's functions of the same names.
void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, Border border);
void separable(const float* input, float* output, int width, int height, const float* row_weights,
               const float* column_weights, int taps, Border border);
void sobel_magnitude(const float* input, float* output, int width, int height, Border border);
/// By a summed-area table and four look-ups.
void box_filter(const std::uint8_t* input, std::uint8_t* output, int width, int height,
                int channels, int radius);
/// Line by line, columns as they stand in memory.
void recursive_gaussian(const float* input, float* output, int width, int height,
                        const RecursiveCoefficients& c);
/// Rows, then columns, one line after another; three channels.
void edge_aware(const std::uint8_t* input, float* output, int width, int height, double sigma_s,
                double sigma_r, int iterations);

}  // namespace kit::plain
