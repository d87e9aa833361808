/// @file
/// Applies a function to each pixel of a thread's share of an 8-bit image.
#pragma once

#include <cstdint>

namespace lab03 {

/// Rows that a thread handles, one directly below another.
inline constexpr int kStrip = 8;

/// Thread t of a column handles the rows t * kStrip to t * kStrip + kStrip - 1 of its block.
template <typename Function>
__device__ void for_pixels(const std::uint8_t* input, std::uint8_t* output, int width, int height,
                           Function function) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * kStrip;
  if (x >= width || first >= height) return;
  const int count = min(kStrip, height - first);
  input += first * width + x;
  output += first * width + x;
  for (int left = count; left > 0; --left) {
    *output = function(*input);
    if (left > 1) {
      input += width;
      output += width;
    }
  }
}

}  // namespace lab03
