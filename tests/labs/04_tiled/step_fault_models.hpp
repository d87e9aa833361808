/// @file
/// The usual mistakes in lab 04's small stages, computed on purpose: a tile that holds other pixels
/// or not all, threads that read another thread's value than they should, a window that begins
/// elsewhere.
#pragma once

#include <vector>

#include "grader/lab/block_shape.hpp"
#include "grader/lab/suite.hpp"
#include "kit/image.hpp"

namespace kit::grader::lab04 {

/// Wrong versions of oracle::tiles_side_by_side().
std::vector<Hypothesis> fill_fault_models(const Image<float>& image, int radius,
                                          const BlockShape& block);

/// Wrong versions of oracle::turned_pieces() by blocks of this shape.
std::vector<Hypothesis> turn_fault_models(const Image<float>& image, const BlockShape& block);

/// Wrong versions of oracle::mean_of_three() by blocks of this shape, whose tile is as it should
/// be.
std::vector<Hypothesis> mean_fault_models(const Image<float>& image, const BlockShape& block);

}  // namespace kit::grader::lab04
