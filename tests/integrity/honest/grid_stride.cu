/// @file
/// A fixed grid whose threads stride over the image; the filter's loop is a template.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

template <bool clamped>
__global__ void stride(const float* input, float* output, int width, int height,
                       const float* filter, int filter_width) {
  const int radius = filter_width / 2;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
      float sum = 0;
      for (int j = 0; j < filter_width; ++j)
        for (int i = 0; i < filter_width; ++i) {
          int u = x + i - radius, v = y + j - radius;
          if (clamped) {
            u = min(max(u, 0), width - 1);
            v = min(max(v, 0), height - 1);
          } else if (u < 0 || v < 0 || u >= width || v >= height) {
            continue;
          }
          sum += filter[j * filter_width + i] * input[v * width + u];
        }
      output[y * width + x] = sum;
    }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid(min((width + block.x - 1) / block.x, 16u),
                  min((height + block.y - 1) / block.y, 16u));
  if (border == kit::Border::clamp)
    stride<true>
        <<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter, filter_width);
  else
    stride<false>
        <<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter, filter_width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
