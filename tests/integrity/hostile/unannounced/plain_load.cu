/// @file
/// Reads as every kernel does: what the others below would get if they were seen.
// FRAME

__device__ float load(const float* image, int, int index) {
  return image[index];
}
