// Right: a tile in shared memory, of which each thread computes 2 x 8 pixels with a row of the
// tile in registers.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

constexpr int kThreadsX = 32, kThreadsY = 4;
constexpr int kColumns = 2, kRows = 8;             // outputs of a thread
constexpr int kBlockWidth = kThreadsX * kColumns;  // outputs of a block
constexpr int kBlockHeight = kThreadsY * kRows;
constexpr int kWidest = 17;

template <int kFilterWidth>
struct Weights {
  float at[kFilterWidth * kFilterWidth];
};

__device__ float pixel(const float* __restrict__ image, int width, int height, int x, int y,
                       kit::Border border) {
  const int nx = min(max(x, 0), width - 1), ny = min(max(y, 0), height - 1);
  if (border != kit::Border::clamp && (nx != x || ny != y)) return 0.0f;
  return image[ny * width + nx];
}

template <int W>
__global__ void __launch_bounds__(kThreadsX* kThreadsY)
    many_per_thread(const float* __restrict__ input, float* __restrict__ output, int width,
                    int height, kit::Border border, const Weights<W> filter) {
  constexpr int R = W / 2;
  constexpr int kPitch = kBlockWidth + 2 * R, kHeight = kBlockHeight + 2 * R;
  __shared__ float tile[kHeight * kPitch];
  const int left = blockIdx.x * kBlockWidth, top = blockIdx.y * kBlockHeight;
  for (int n = threadIdx.y * kThreadsX + threadIdx.x; n < kHeight * kPitch;
       n += kThreadsX * kThreadsY) {
    tile[n] = pixel(input, width, height, left - R + n % kPitch, top - R + n / kPitch, border);
  }
  __syncthreads();

  const int tx = threadIdx.x * kColumns, ty = threadIdx.y * kRows;
  float sum[kRows][kColumns] = {};
#pragma unroll
  for (int q = 0; q < kRows + W - 1; ++q) {
    float value[W + kColumns - 1];
#pragma unroll
    for (int i = 0; i < W + kColumns - 1; ++i) value[i] = tile[(ty + q) * kPitch + tx + i];
#pragma unroll
    for (int o = 0; o < kRows; ++o) {
      const int j = q - o;  // the filter's row for which this row of the tile counts in output o
      if (j >= 0 && j < W) {
#pragma unroll
        for (int i = 0; i < W; ++i) {
#pragma unroll
          for (int c = 0; c < kColumns; ++c) sum[o][c] += filter.at[j * W + i] * value[i + c];
        }
      }
    }
  }

#pragma unroll
  for (int o = 0; o < kRows; ++o) {
    const int y = top + ty + o;
#pragma unroll
    for (int c = 0; c < kColumns; ++c) {
      const int x = left + tx + c;
      if (x < width && y < height) output[y * width + x] = sum[o][c];
    }
  }
}

template <int W>
void launch(const float* d_input, float* d_output, int width, int height, const float* filter,
            kit::Border border, cudaStream_t stream) {
  Weights<W> weights;
  std::copy_n(filter, W * W, weights.at);
  const dim3 grid((width + kBlockWidth - 1) / kBlockWidth,
                  (height + kBlockHeight - 1) / kBlockHeight);
  many_per_thread<W><<<grid, dim3(kThreadsX, kThreadsY), 0, stream>>>(d_input, d_output, width,
                                                                      height, border, weights);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void convolve_registers(const float* d_input, float* d_output, int width, int height,
                        const float* filter, int filter_width, kit::Border border,
                        cudaStream_t stream) {
  switch (filter_width) {
    case 3:
      return launch<3>(d_input, d_output, width, height, filter, border, stream);
    case 5:
      return launch<5>(d_input, d_output, width, height, filter, border, stream);
    case 7:
      return launch<7>(d_input, d_output, width, height, filter, border, stream);
    case 9:
      return launch<9>(d_input, d_output, width, height, filter, border, stream);
    case 11:
      return launch<11>(d_input, d_output, width, height, filter, border, stream);
    case 13:
      return launch<13>(d_input, d_output, width, height, filter, border, stream);
    case 15:
      return launch<15>(d_input, d_output, width, height, filter, border, stream);
    case kWidest:
      return launch<kWidest>(d_input, d_output, width, height, filter, border, stream);
    default:
      convolve(d_input, d_output, width, height, filter, filter_width, border, dim3(32, 8), stream);
  }
}

}  // namespace lab04
