/// @file
/// Which taps of a window lie inside the image.
#pragma once

#include <cuda_runtime.h>

/// The taps [first, last) whose pixel is inside [0, size).
struct Taps {
  int first, last;
};

__device__ inline Taps taps_inside(int position, int radius, int size) {
  return {max(0, radius - position), min(2 * radius + 1, size + radius - position)};
}
