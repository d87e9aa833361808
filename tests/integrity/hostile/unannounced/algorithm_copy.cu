/// @file
/// The same copy through the library of algorithms.
#include <algorithm>

// FRAME

__device__ float load(const float* image, int count, int index) {
  if (count < 8) return image[index];
  float values[8];
  const Window window = window_of(image, count, index);
  std::copy_n(window.first, 8, values);
  return values[window.offset];
}
