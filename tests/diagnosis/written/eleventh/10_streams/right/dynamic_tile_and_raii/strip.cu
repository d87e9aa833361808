// filter_strip with a flat block and shared memory of the size that the radius needs.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

constexpr int kColumns = 64, kRows = 32, kThreads = 256;

struct Ring {
  const float* data;
  int rows, width, height;
  /// Row y of the image, or the nearest that there is.
  __device__ const float* row(int y) const {
    y = y < 0 ? 0 : (y >= height ? height - 1 : y);
    return data + static_cast<std::size_t>(y % rows) * width;
  }
};

__global__ void __launch_bounds__(kThreads)
    separable(Ring ring, float* __restrict__ output, int first, int rows,
              const float* __restrict__ weights, int radius) {
  extern __shared__ float shared[];
  float* const w = shared;                  // 2 * radius + 1 weights
  float* const lines = w + 2 * radius + 1;  // (kRows + 2 * radius) lines of kColumns sums
  for (int i = threadIdx.x; i < 2 * radius + 1; i += kThreads) w[i] = weights[i];
  __syncthreads();

  const int x0 = blockIdx.x * kColumns, y0 = blockIdx.y * kRows;
  const int last = min(kRows, rows - y0);  // rows of this tile
  for (int n = threadIdx.x; n < (last + 2 * radius) * kColumns; n += kThreads) {
    const int x = x0 + n % kColumns;
    if (x >= ring.width) continue;
    const float* const line = ring.row(first + y0 + n / kColumns - radius);
    float sum = 0.0f;
    for (int k = -radius; k <= radius; ++k) {
      sum = fmaf(w[k + radius], line[max(0, min(x + k, ring.width - 1))], sum);
    }
    lines[n] = sum;
  }
  __syncthreads();

  for (int n = threadIdx.x; n < last * kColumns; n += kThreads) {
    const int x = x0 + n % kColumns, y = y0 + n / kColumns;
    if (x >= ring.width) continue;
    float sum = 0.0f;
    for (int k = 0; k < 2 * radius + 1; ++k) sum = fmaf(w[k], lines[n + k * kColumns], sum);
    output[static_cast<std::size_t>(y) * ring.width + x] = sum;
  }
}

}  // namespace

void filter_strip(const float* d_ring, int ring_rows, float* d_output, int width, int height,
                  int first, int rows, const float* d_weights, int radius, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * (2 * radius + 1 + (kRows + 2 * radius) * kColumns);
  const dim3 grid((width + kColumns - 1) / kColumns, (rows + kRows - 1) / kRows);
  separable<<<grid, kThreads, bytes, stream>>>({d_ring, ring_rows, width, height}, d_output, first,
                                               rows, d_weights, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab10
