/// @file
/// Images of one row and of one column that are longer than a 16-bit integer counts: with them, an
/// index declared short or uint16_t fails. Their blocks are as thin, so that few threads idle.
#pragma once

#include "grader/lab/block_shape.hpp"

namespace kit::grader {

struct ThinImage {
  int width, height;  // pixels
  BlockShape block;
};

/// More than 65535, and no multiple of a block.
inline constexpr int kThinLength = 66003;

/// Blocks are two threads thick: a kernel that exchanges x and y in block and grid is slow, but
/// right, and then the grid's limit in y holds for the other side too.
inline constexpr ThinImage kThinImages[] = {{kThinLength, 1, {128, 2}}, {1, kThinLength, {2, 128}}};

/// The most blocks that a grid may have in y. An image that is as high in blocks of one row leaves
/// no room for a block too many.
inline constexpr int kMaxGridHeight = 65535;

inline constexpr bool is_thin(int width, int height) {
  constexpr int kThick = 2;
  return (width <= kThick && height >= kMaxGridHeight) ||
         (height <= kThick && width >= kThinLength);
}

/// The block for an image of one row or one column.
inline constexpr BlockShape thin_block(int width, int height) {
  if (height == kMaxGridHeight) return {1, 1};
  return kThinImages[width < height ? 1 : 0].block;
}

}  // namespace kit::grader
