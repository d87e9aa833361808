/// @file
/// The usual mistakes in lab 02's steps and in mending its bug, each as the output that it would
/// give: double precision, NaN where memory outside the image would be read. None for images of
/// fewer than 16 pixels, which some mistake fits by luck.
#pragma once

#include <vector>

#include "grader/lab/block_shape.hpp"
#include "grader/lab/suite.hpp"
#include "kit/image.hpp"

namespace kit::grader {

/// Wrong versions of oracle::columns(width, height), by blocks of this shape.
std::vector<Hypothesis> write_x_fault_models(int width, int height, const BlockShape& block);

/// Wrong versions of oracle::gain_and_offset().
std::vector<Hypothesis> gain_and_offset_fault_models(const Image<float>& input, float gain,
                                                     float offset);

/// Wrong versions of oracle::one_tap(): the neighbour, the weight, then what lies outside.
std::vector<Hypothesis> one_tap_fault_models(const Image<float>& input, int dx, int dy,
                                             float weight);

/// Wrong versions of oracle::mirrored(), the bug to find first.
std::vector<Hypothesis> mirror_fault_models(const Image<float>& input);

}  // namespace kit::grader
