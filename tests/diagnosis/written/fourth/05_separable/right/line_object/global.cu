// Lab 05, stage global: one kernel template for both directions and both borders.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "line.hpp"

namespace lab05 {
namespace {

template <typename Direction, kit::Border kBorder>
__global__ void filter(const float* __restrict__ from, float* __restrict__ to, int width,
                       int height, const float* __restrict__ weights, int taps) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const Line<kBorder> line(from + Direction::start(x, y, width),
                             Direction::length(width, height), Direction::step(width));
    int place = Direction::place(x, y) - taps / 2;
    float sum = 0.0f;
    for (const float *w = weights, *const end = weights + taps; w != end; ++w) {
      sum = fmaf(*w, line[place++], sum);
    }
    to[y * width + x] = sum;
  }
}

template <kit::Border kBorder>
void both(const float* d_input, float* d_output, float* d_workspace, int width, int height,
          const float* d_row_weights, const float* d_column_weights, int taps, dim3 block,
          cudaStream_t stream) {
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  filter<Row, kBorder>
      <<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, d_row_weights, taps);
  KIT_CHECK(cudaGetLastError());
  filter<Column, kBorder>
      <<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, d_column_weights, taps);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const auto run = border == kit::Border::clamp ? both<kit::Border::clamp> : both<kit::Border::zero>;
  run(d_input, d_output, d_workspace, width, height, d_row_weights, d_column_weights, taps, block,
      stream);
}

}  // namespace lab05
