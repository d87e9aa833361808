/// @file
/// Lab 02, stage kernel: one thread per pixel, everything from global memory. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// One thread computes output pixel (x, y). With kClamp every tap is taken, from the nearest pixel;
/// without, only the taps whose pixel is in the image, since the others add nothing.
template <bool kClamp>
__global__ void convolve_window(const float* __restrict__ input, float* __restrict__ output,
                                int width, int height, const float* __restrict__ filter,
                                int filter_width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const int left = x - filter_width / 2;  // the pixel under weight (0, 0)
    const int top = y - filter_width / 2;
    const int first_i = kClamp ? 0 : max(0, -left);
    const int first_j = kClamp ? 0 : max(0, -top);
    const int end_i = kClamp ? filter_width : min(filter_width, width - left);
    const int end_j = kClamp ? filter_width : min(filter_width, height - top);
    float sum = 0.0f;
    for (int j = first_j; j < end_j; ++j) {
      const int ny = kClamp ? min(max(top + j, 0), height - 1) : top + j;
      const float* const weights = filter + j * filter_width;
      const float* const pixels = input + ny * width;
      for (int i = first_i; i < end_i; ++i) {
        const int nx = kClamp ? min(max(left + i, 0), width - 1) : left + i;
        sum += weights[i] * pixels[nx];
      }
    }
    output[y * width + x] = sum;
  }
}

/// How many parts of `size` cover `length`.
unsigned parts(int length, unsigned size) { return (length - 1) / size + 1; }

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid(parts(width, block.x), parts(height, block.y));
  if (border == kit::Border::clamp) {
    convolve_window<true><<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                                      filter_width);
  } else {
    convolve_window<false><<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                                       filter_width);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
