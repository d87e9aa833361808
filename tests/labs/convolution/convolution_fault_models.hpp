/// @file
/// The usual wrong convolutions, computed on purpose. When a student's output is wrong, the judge
/// looks for the first of these that gives the same picture, and so can say what was probably done.
#pragma once

#include <vector>

#include "grader/lab/suite.hpp"
#include "kit/border.hpp"
#include "kit/filters.hpp"
#include "kit/image.hpp"

namespace kit::grader {

/// Wrong versions of oracle::convolve(image, filter, border), in double precision, the most telling
/// first: where two give the same picture, the first is the better name. A value of NaN means "any
/// value": the mistake reads memory outside the image there. FaultModels that leave less than a
/// quarter of the values defined, or that change nothing on this input, are left out; for images of
/// fewer than 16 values all are. `image` has one channel.
std::vector<Hypothesis> convolution_fault_models(const Image<float>& image, const Filter& filter,
                                                 Border border);

/// Wrong versions of a convolution with the outer product of two vectors, row first: those of the
/// two-dimensional convolution, and a pass that was left out. `row` and `column` have the same odd
/// length and their products must be exact in float32.
std::vector<Hypothesis> separable_fault_models(const Image<float>& image,
                                               const std::vector<float>& row,
                                               const std::vector<float>& column, Border border);

/// Wrong versions of oracle::sobel_magnitude: wrong ways to combine the two gradients, then the
/// right way with gradients from a wrong convolution.
std::vector<Hypothesis> sobel_fault_models(const Image<float>& image, Border border);

/// The two-dimensional filter of a separable one: weights[j * width + i] = column[j] * row[i].
Filter outer_product(const std::vector<float>& row, const std::vector<float>& column);

}  // namespace kit::grader
