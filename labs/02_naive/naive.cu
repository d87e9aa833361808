/// @file
/// Lab 02, stage kernel: one thread per pixel, everything from global memory. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// The value at (x, y), which may lie outside the image: then what the border puts there.
__device__ float pixel_or_border(const float* __restrict__ image, int width, int height, int x,
                                 int y, kit::Border border) {
  // TODO(lab02): return the pixel, or what the border puts in its place (about 7 lines)
  return 0.0f;
  // END TODO
}

/// One thread computes output pixel (x, y); threads beyond the image do nothing.
__global__ void convolve_naive(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ filter,
                               int filter_width, kit::Border border) {
  // TODO(lab02): find this thread's pixel, leave if there is none, convolve (about 13 lines)
  // END TODO
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  // TODO(lab02): enough blocks to cover the image, launch, check (about 4 lines)
  // END TODO
}

}  // namespace lab02
