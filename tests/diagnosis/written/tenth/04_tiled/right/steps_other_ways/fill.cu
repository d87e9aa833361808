// Lab 04, fill: two nested loops over the tile; each element goes on to the output at once.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

__global__ void __launch_bounds__(1024)
    show(const float* __restrict__ input, float* __restrict__ output, int width, int height,
         int radius) {
  extern __shared__ float tile[];
  const auto clamp_to = [](int value, int size) { return value < 0 ? 0 : min(value, size - 1); };
  const int pitch = blockDim.x + 2 * radius;
  const int rows = blockDim.y + 2 * radius;
  const int out_width = gridDim.x * pitch;
  const int x0 = blockIdx.x * blockDim.x;
  const int y0 = blockIdx.y * blockDim.y;
  float* const out = output + blockIdx.y * rows * out_width + blockIdx.x * pitch;
  for (int n = threadIdx.y; n < rows; n += blockDim.y) {
    const float* const line = input + clamp_to(y0 + n - radius, height) * width;
    for (int m = threadIdx.x; m < pitch; m += blockDim.x) {
      tile[n * pitch + m] = line[clamp_to(x0 + m - radius, width)];
      out[n * out_width + m] = tile[n * pitch + m];  // this thread's own element
    }
  }
}

}  // namespace

void show_tiles(const float* d_input, float* d_output, int width, int height, int radius,
                dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t tile_bytes = sizeof(float) * (block.x + 2 * radius) * (block.y + 2 * radius);
  show<<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
