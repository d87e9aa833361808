/// @file
/// The usual mistakes of a convolution whose blocks work from a tile in shared memory, computed on
/// purpose as those in convolution_fault_models.hpp.
#pragma once

#include <vector>

#include "grader/lab/block_shape.hpp"
#include "grader/lab/suite.hpp"
#include "kit/border.hpp"
#include "kit/filters.hpp"
#include "kit/image.hpp"

namespace kit::grader {

/// `block` is how many threads a block has, and so the pixels that it computes.
/// Wrong versions of oracle::convolve(image, filter, border) by blocks that each load a tile of
/// (block.width + 2 radius) x (block.height + 2 radius) pixels and sum from it: parts of the tile
/// that nobody loads, halos taken from the wrong place, a wrong row length or origin. Where the
/// result depends on what unwritten shared memory holds, the hypothesis says only that it is wrong
/// there (see Hypothesis). `image` has one channel. None for images of more than 100,000 pixels,
/// for which the small ones speak.
std::vector<Hypothesis> tile_fault_models(const Image<float>& image, const Filter& filter,
                                          Border border, const BlockShape& block);

}  // namespace kit::grader
