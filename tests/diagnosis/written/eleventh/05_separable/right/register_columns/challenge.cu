// Lab 05, challenge: filtered rows in dynamic shared memory, eight results of a column in registers.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kColumns = 32;    // of a tile, one for each lane
constexpr int kWarps = 8;       // of a block
constexpr int kPerThread = 8;   // results of a thread, below one another
constexpr int kRows = kWarps * kPerThread;

struct Vectors {
  float row[kMaxTaps];
  float column[kMaxTaps];
};
__constant__ Vectors vectors;

template <kit::Border B>
__device__ float filtered_along_x(const float* __restrict__ image, int width, int height, int x,
                                  int y, int taps) {
  if constexpr (B == kit::Border::zero) {
    if (y < 0 || y >= height) return 0.0f;
  } else {
    y = max(0, min(y, height - 1));
  }
  const float* const row = image + y * width;
  const int start = x - taps / 2;
  float sum = 0.0f;
  for (int i = 0; i < taps; ++i) {
    int at = start + i;
    if constexpr (B == kit::Border::zero) {
      if (at < 0 || at >= width) continue;
    } else {
      at = max(0, min(at, width - 1));
    }
    sum += vectors.row[i] * row[at];
  }
  return sum;
}

template <kit::Border B>
__global__ void __launch_bounds__(kColumns* kWarps)
    fused(const float* __restrict__ input, float* __restrict__ output, int width, int height,
          int taps) {
  extern __shared__ float between[];  // kRows + taps - 1 rows of kColumns
  const int x = blockIdx.x * kColumns + threadIdx.x;
  const int top = blockIdx.y * kRows;

  for (int k = threadIdx.y; k < kRows + taps - 1; k += kWarps) {
    between[k * kColumns + threadIdx.x] =
        x < width ? filtered_along_x<B>(input, width, height, x, top - taps / 2 + k, taps) : 0.0f;
  }
  __syncthreads();

  const int first = threadIdx.y * kPerThread;
  float acc[kPerThread] = {};
  for (int k = 0; k < taps + kPerThread - 1; ++k) {
    const float value = between[(first + k) * kColumns + threadIdx.x];
#pragma unroll
    for (int n = 0; n < kPerThread; ++n) {
      const int j = k - n;
      if (j >= 0 && j < taps) acc[n] += vectors.column[j] * value;
    }
  }
#pragma unroll
  for (int n = 0; n < kPerThread; ++n) {
    const int y = top + first + n;
    if (x < width && y < height) output[y * width + x] = acc[n];
  }
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(cudaMemcpyToSymbolAsync(vectors, row_weights, bytes, offsetof(Vectors, row),
                                    cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(vectors, column_weights, bytes, offsetof(Vectors, column),
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid((width + kColumns - 1) / kColumns, (height + kRows - 1) / kRows);
  const std::size_t tile = sizeof(float) * kColumns * (kRows + taps - 1);
  auto* const kernel =
      border == kit::Border::zero ? fused<kit::Border::zero> : fused<kit::Border::clamp>;
  kernel<<<grid, dim3(kColumns, kWarps), tile, stream>>>(d_input, d_output, width, height, taps);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
