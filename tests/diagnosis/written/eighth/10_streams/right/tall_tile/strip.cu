/// @file
/// Lab 10, stage strip: a tall, narrow tile. The pixels and their halo are loaded first, then
/// filtered along x into a second piece of shared memory, then along y.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

struct Rows {
  int ring_rows, width, height, first, rows, radius;
};

template <int kWidth, int kHeight, int kThreads>
__global__ void __launch_bounds__(kThreads)
    filter_tall(const float* ring, float* output, const float* weights, Rows size) {
  // Both lengths are known at the launch alone: (height + 2 r) (width + 2 r), then (height + 2 r)
  // width floats.
  extern __shared__ float shared[];
  const int columns = kWidth + 2 * size.radius;
  const int taps = 2 * size.radius + 1;
  float* const pixels = shared;
  float* const along_x = shared + (kHeight + 2 * size.radius) * columns;

  const int left = blockIdx.x * kWidth;
  const int top = size.first + blockIdx.y * kHeight;  // row of the image
  const int filled = min(kHeight, size.first + size.rows - top);

  for (int i = threadIdx.x; i < (filled + 2 * size.radius) * columns; i += kThreads) {
    const int y = max(0, min(top + i / columns - size.radius, size.height - 1));
    const int x = max(0, min(left + i % columns - size.radius, size.width - 1));
    pixels[i] = ring[static_cast<std::size_t>(y % size.ring_rows) * size.width + x];
  }
  __syncthreads();

  for (int i = threadIdx.x; i < (filled + 2 * size.radius) * kWidth; i += kThreads) {
    const float* const from = pixels + i / kWidth * columns + i % kWidth;
    float sum = 0;
    for (int tap = 0; tap < taps; ++tap) sum += weights[tap] * from[tap];
    along_x[i] = sum;
  }
  __syncthreads();

  for (int i = threadIdx.x; i < filled * kWidth; i += kThreads) {
    const int x = left + i % kWidth;
    if (x >= size.width) continue;
    float sum = 0;
    for (int tap = 0; tap < taps; ++tap) sum += weights[tap] * along_x[i + tap * kWidth];
    output[static_cast<std::size_t>(top - size.first + i / kWidth) * size.width + x] = sum;
  }
}

}  // namespace

void filter_strip(const float* d_ring, int ring_rows, float* d_output, int width, int height,
                  int first, int rows, const float* d_weights, int radius, cudaStream_t stream) {
  constexpr int kWidth = 16, kHeight = 64, kThreads = 128;
  const Rows size{ring_rows, width, height, first, rows, radius};
  const std::size_t floats = (kHeight + 2 * radius) * (kWidth + 2 * radius + kWidth);
  const dim3 grid((width - 1) / kWidth + 1, (rows - 1) / kHeight + 1);
  filter_tall<kWidth, kHeight, kThreads>
      <<<grid, kThreads, floats * sizeof(float), stream>>>(d_ring, d_output, d_weights, size);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab10
