/// @file
/// The image as a constant of 4 MiB, which no card has room for.
// FRAME

__constant__ float copy_of_image[1 << 20];

__device__ float load(const float*, int, int index) {
  return copy_of_image[index];
}
