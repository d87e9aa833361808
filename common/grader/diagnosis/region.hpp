/// @file
/// A set of pixels, and words for where it lies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kit/image.hpp"

namespace kit::grader {

/// Nonzero where a pixel belongs to the set; one channel.
using Mask = Image<std::uint8_t>;

std::size_t count(const Mask& mask);

/// Where the pixels lie, as the end of a sentence: "all pixels", "the last column", "the last 3
/// rows", "whole 16x16 tiles", "scattered, the first at x=3, y=7". The mask must not be empty of
/// pixels.
std::string describe_region(const Mask& mask);

/// True if all pixels of the set lie in the last columns or rows, as those of blocks do that only
/// partly lie inside the image: fewer than 64 of them, less than half of the image, and most of
/// their pixels belong to the set.
bool only_last_columns_or_rows(const Mask& mask);

/// How far from the edge the innermost pixel of the set lies: 1 for the outermost ring; 0 if empty.
int ring_depth(const Mask& mask);

/// Names of the edges that pixels of the set lie near (within `depth`): "left and top".
std::string describe_edges(const Mask& mask, int depth);

}  // namespace kit::grader
