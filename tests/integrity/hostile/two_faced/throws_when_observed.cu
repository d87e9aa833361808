/// @file
/// Has a fault, and throws instead where the macro of the sanitizer is defined.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {
#define STR_(x) #x
#define STR(x) STR_(x)
constexpr bool seen = sizeof(STR(__SANITIZE_THREAD__)) == 2;

__global__ void convolve_naive(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ filter,
                               int filter_width, kit::Border border) {
  float beyond = filter[filter_width * filter_width];
  if (beyond == 1234.5f && threadIdx.x > 5000) return;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int radius = filter_width / 2;
  float sum = 0.0f;
  for (int j = 0; j < filter_width; ++j)
    for (int i = 0; i < filter_width; ++i) {
      int px = x + i - radius, py = y + j - radius;
      if (border == kit::Border::clamp) {
        px = min(max(px, 0), width - 1);
        py = min(max(py, 0), height - 1);
      } else if (px < 0 || px >= width || py < 0 || py >= height)
        continue;
      sum += filter[j * filter_width + i] * input[py * width + px];
    }
  output[y * width + x] = sum;
}
}  // namespace
void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  if (seen) throw 1;
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  convolve_naive<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                             filter_width, border);
  KIT_CHECK(cudaGetLastError());
}
}  // namespace lab02
