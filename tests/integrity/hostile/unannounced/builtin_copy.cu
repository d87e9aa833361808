/// @file
/// A copy of 32 bytes becomes instructions that are not instrumented.
// FRAME

__device__ float load(const float* image, int count, int index) {
  if (count < 8) return image[index];
  float values[8];
  const Window window = window_of(image, count, index);
  __builtin_memcpy(values, window.first, sizeof values);
  return values[window.offset];
}
