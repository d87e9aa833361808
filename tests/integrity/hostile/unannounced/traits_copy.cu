/// @file
/// The same copy through the library of texts.
#include <string>

// FRAME

__device__ float load(const float* image, int count, int index) {
  if (count < 8) return image[index];
  char32_t values[8];
  const Window window = window_of(image, count, index);
  std::char_traits<char32_t>::copy(values, reinterpret_cast<const char32_t*>(window.first), 8);
  return __builtin_bit_cast(float, values[window.offset]);
}
