/// @file
/// Lab 07, stage transposed: the tile without padding, its columns exchanged by an exclusive or; and
/// the column filter with two batches, one of which is on its way while the other is filtered.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kSide = 32;
constexpr int kBatch = 16;

/// A tile of kSide * kSide floats; column c of row r stands at (c ^ r), so that a row and a column
/// both have one float in each bank.
__device__ int slot(int row, int column) {
  return row * kSide + (column ^ row);
}

/// One warp moves four rows of a tile in, and four columns out.
__global__ void exchange(const float* __restrict__ from, float* __restrict__ to, int width,
                         int height) {
  __shared__ float tile[kSide * kSide];
  const int lane = threadIdx.x % kSide;
  const int warp = threadIdx.x / kSide;
  const int warps = blockDim.x / kSide;
  const int left = blockIdx.x * kSide;
  const int top = blockIdx.y * kSide;
  const int columns = min(kSide, width - left);
  const int rows = min(kSide, height - top);

  if (lane < columns) {
    for (int row = warp; row < rows; row += warps) {
      tile[slot(row, lane)] = from[(top + row) * width + left + lane];
    }
  }
  __syncthreads();
  if (lane < rows) {
    for (int column = warp; column < columns; column += warps) {
      to[(left + column) * height + top + lane] = tile[slot(lane, column)];
    }
  }
}

struct Filter {
  float p, e1, e2;
  float end[9];
};

struct State {
  float u, w, d;
};

/// Filters `count` floats, `stride` apart, the first at `at`, in place.
__device__ void pass(float* at, int count, int stride, const Filter& filter, State& state) {
  float now[kBatch], next[kBatch];
  const auto fetch = [&](float (&batch)[kBatch], int first) {
#pragma unroll
    for (int k = 0; k < kBatch; ++k) {
      if (first + k < count) batch[k] = at[(first + k) * stride];
    }
  };
  fetch(now, 0);
  for (int first = 0; first < count; first += kBatch) {
    fetch(next, first + kBatch);
#pragma unroll
    for (int k = 0; k < kBatch; ++k) {
      if (first + k < count) {
        state.u += filter.p * (now[k] - state.u);
        state.d = filter.e1 * (state.u - state.w) + filter.e2 * state.d;
        state.w += state.d;
        at[(first + k) * stride] = state.w;
      }
    }
#pragma unroll
    for (int k = 0; k < kBatch; ++k) now[k] = next[k];
  }
}

__global__ void smooth_columns(float* image, int width, int height, const Filter filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) {
    float* const top = image + x;
    float* const bottom = top + (height - 1) * width;
    const float last = *bottom;
    State state{*top, *top, 0.0f};
    pass(top, height, width, filter, state);

    const float off[3] = {state.u - last, state.w - last, state.d};
    float start[3] = {last, last, 0.0f};
#pragma unroll
    for (int n = 0; n < 9; ++n) start[n / 3] += filter.end[n] * off[n % 3];
    state = State{start[0], start[1], start[2]};
    pass(bottom, height, -width, filter, state);
  }
}

int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  Filter filter{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int n = 0; n < 9; ++n) filter.end[n] = float(coefficients.end_cascade[n / 3][n % 3]);

  const auto turned = [&](const float* from, float* to, int w, int h) {
    exchange<<<dim3(ceil_div(w, kSide), ceil_div(h, kSide)), 8 * kSide, 0, stream>>>(from, to, w,
                                                                                    h);
    KIT_CHECK(cudaGetLastError());
  };
  const auto smooth = [&](float* image, int w, int h) {
    smooth_columns<<<ceil_div(w, lines_per_block), lines_per_block, 0, stream>>>(image, w, h,
                                                                                filter);
    KIT_CHECK(cudaGetLastError());
  };
  turned(d_input, d_workspace, width, height);
  smooth(d_workspace, height, width);
  turned(d_workspace, d_output, height, width);
  smooth(d_output, width, height);
}

}  // namespace lab07
