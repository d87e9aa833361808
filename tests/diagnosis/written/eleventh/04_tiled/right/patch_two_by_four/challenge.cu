// Each thread computes a patch of 2 x 4 pixels. It keeps N + 1 values of one tile row in registers.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

template <int N>
struct Filter {
  float w[N * N];
};

constexpr int kAcross = 2, kDown = 4;  // pixels of a thread
constexpr dim3 kBlock(32, 4);
constexpr int kOutX = 32 * kAcross, kOutY = 4 * kDown;

template <int N>
__global__ void __launch_bounds__(128)
    patches(const float* __restrict__ input, float* __restrict__ output, int width, int height,
            const __grid_constant__ Filter<N> filter, kit::Border border) {
  constexpr int R = N / 2;
  __shared__ float tile[kOutY + N - 1][kOutX + N - 1];
  const int x0 = blockIdx.x * kOutX, y0 = blockIdx.y * kOutY;
  for (int row = threadIdx.y; row < kOutY + N - 1; row += 4) {
    const int y = y0 + row - R, near_y = min(max(y, 0), height - 1);
    for (int column = threadIdx.x; column < kOutX + N - 1; column += 32) {
      const int x = x0 + column - R, near_x = min(max(x, 0), width - 1);
      const bool beyond = x != near_x || y != near_y;
      float value = input[near_y * width + near_x];
      if (beyond && border == kit::Border::zero) value = 0.0f;
      tile[row][column] = value;
    }
  }
  __syncthreads();

  const int px = threadIdx.x * kAcross, py = threadIdx.y * kDown;
  float sum[kDown][kAcross] = {};
#pragma unroll
  for (int row = 0; row < kDown + N - 1; ++row) {
    float value[kAcross + N - 1];
#pragma unroll
    for (int i = 0; i < kAcross + N - 1; ++i) value[i] = tile[py + row][px + i];
#pragma unroll
    for (int d = 0; d < kDown; ++d) {
      if (row - d < 0 || row - d >= N) continue;
#pragma unroll
      for (int i = 0; i < N; ++i) {
#pragma unroll
        for (int a = 0; a < kAcross; ++a) {
          sum[d][a] += filter.w[(row - d) * N + i] * value[i + a];
        }
      }
    }
  }
#pragma unroll
  for (int d = 0; d < kDown; ++d) {
#pragma unroll
    for (int a = 0; a < kAcross; ++a) {
      const int x = x0 + px + a, y = y0 + py + d;
      if (x < width && y < height) output[y * width + x] = sum[d][a];
    }
  }
}

}  // namespace

void convolve_registers(const float* d_input, float* d_output, int width, int height,
                        const float* filter, int filter_width, kit::Border border,
                        cudaStream_t stream) {
  const auto go = [&]<int N>() {
    Filter<N> own;
    std::copy_n(filter, N * N, own.w);
    const dim3 grid((width - 1) / kOutX + 1, (height - 1) / kOutY + 1);
    patches<N><<<grid, kBlock, 0, stream>>>(d_input, d_output, width, height, own, border);
    KIT_CHECK(cudaGetLastError());
  };
  switch (filter_width) {
    case 3: go.template operator()<3>(); break;
    case 5: go.template operator()<5>(); break;
    case 7: go.template operator()<7>(); break;
    case 9: go.template operator()<9>(); break;
    case 11: go.template operator()<11>(); break;
    case 13: go.template operator()<13>(); break;
    case 15: go.template operator()<15>(); break;
    case 17: go.template operator()<17>(); break;
    default:
      convolve(d_input, d_output, width, height, filter, filter_width, border, dim3(16, 16),
               stream);
  }
}

}  // namespace lab04
