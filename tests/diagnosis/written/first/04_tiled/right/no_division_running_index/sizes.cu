/// @file
/// Lab 04, stage sizes: the loading loop divides once and then carries column and row along; the
/// sum goes column by column; the kernel is found by a recursion over the widths.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

constexpr int kWidest = 17;

__constant__ float sized_weights[kWidest * kWidest];

template <int kFilterWidth>
__global__ void __launch_bounds__(1024)
    correlate_sized(const float* __restrict__ input, float* __restrict__ output, int width,
                    int height, bool clamped) {
  extern __shared__ float tile[];
  constexpr int kHalo = kFilterWidth - 1;
  const int pitch = blockDim.x + kHalo;
  const int rows = blockDim.y + kHalo;
  const int threads = blockDim.x * blockDim.y;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int down = threads / pitch;   // whole rows of the tile that a round advances
  const int right = threads % pitch;  // and the columns beyond them

  int column = thread % pitch;
  int row = thread / pitch;
  const int x0 = blockIdx.x * blockDim.x - kHalo / 2;
  const int y0 = blockIdx.y * blockDim.y - kHalo / 2;
  for (float* element = tile + thread; row < rows; element += threads) {
    const int x = x0 + column;
    const int y = y0 + row;
    const bool beyond = x < 0 || x > width - 1 || y < 0 || y > height - 1;
    float value = 0.0f;
    if (clamped || !beyond)
      value = input[max(0, min(height - 1, y)) * width + max(0, min(width - 1, x))];
    *element = value;
    column += right;
    row += down;
    if (column >= pitch) {
      column -= pitch;
      ++row;
    }
  }
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y >= height) return;
  if (x >= width) return;
  const float* const mine = &tile[threadIdx.y * pitch + threadIdx.x];
  float sum = 0.0f;
#pragma unroll
  for (int i = 0; i < kFilterWidth; ++i) {
    float column_sum = 0.0f;
#pragma unroll
    for (int j = kFilterWidth - 1; j >= 0; --j)
      column_sum += mine[j * pitch + i] * sized_weights[j * kFilterWidth + i];
    sum += column_sum;
  }
  output[y * width + x] = sum;
}

struct Job {
  const float* input;
  float* output;
  int width, height;
  const float* filter;
  int filter_width;
  kit::Border border;
  dim3 block;
  cudaStream_t stream;
};

template <int kFilterWidth = 3>
void run(const Job& job) {
  if constexpr (kFilterWidth > kWidest) {
    convolve(job.input, job.output, job.width, job.height, job.filter, job.filter_width, job.border,
             job.block, job.stream);
  } else if (job.filter_width != kFilterWidth) {
    run<kFilterWidth + 2>(job);
  } else {
    KIT_CHECK(cudaMemcpyToSymbolAsync(sized_weights, job.filter,
                                      sizeof(float[kFilterWidth][kFilterWidth]), 0,
                                      cudaMemcpyHostToDevice, job.stream));
    const dim3 tile(job.block.x + kFilterWidth - 1, job.block.y + kFilterWidth - 1);
    const dim3 grid((job.width - 1) / job.block.x + 1, (job.height - 1) / job.block.y + 1);
    correlate_sized<kFilterWidth><<<grid, job.block, tile.x * tile.y * sizeof(float), job.stream>>>(
        job.input, job.output, job.width, job.height, job.border == kit::Border::clamp);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace

void convolve_sized(const float* d_input, float* d_output, int width, int height,
                    const float* filter, int filter_width, kit::Border border, dim3 block,
                    cudaStream_t stream) {
  run({d_input, d_output, width, height, filter, filter_width, border, block, stream});
}

}  // namespace lab04
