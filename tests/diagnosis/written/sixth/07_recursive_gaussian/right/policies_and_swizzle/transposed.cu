/// @file
/// Lab 07, stage transposed: a tile whose rows are rotated instead of padded, blocks of one
/// dimension, and one walk for both directions.
#include <initializer_list>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kSide = 32;
constexpr int kMovers = 256;  // threads that move a tile: 8 rows at a time
constexpr int kAhead = 16;

struct Cascade {
  float p, e1, e2;
  float end[3][3];
};

struct State {
  float u, w, d;
};

/// Where pixel (row, column) of a tile lies: each row is rotated by its number, so that both a row
/// and a column of the tile meet all 32 banks.
__device__ int cell(int row, int column) {
  return row * kSide + ((column + row) & (kSide - 1));
}

__global__ void transpose(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height) {
  __shared__ float tile[kSide * kSide];
  const int lane = threadIdx.x & (kSide - 1);
  const int left = blockIdx.x * kSide, top = blockIdx.y * kSide;
  for (int row = threadIdx.x / kSide; row < kSide; row += kMovers / kSide) {
    if (left + lane < width && top + row < height) {
      tile[cell(row, lane)] = input[(top + row) * width + left + lane];
    }
  }
  __syncthreads();
  for (int column = threadIdx.x / kSide; column < kSide; column += kMovers / kSide) {
    if (left + column < width && top + lane < height) {
      output[(left + column) * height + top + lane] = tile[cell(lane, column)];
    }
  }
}

/// At most kAhead pixels, `step` apart: all loads, then all steps. Without kShort exactly kAhead.
template <bool kShort>
__device__ void advance(float* from, int step, int count, const Cascade& filter, State& s) {
  float ahead[kAhead];
#pragma unroll
  for (int i = 0; i < kAhead; ++i) {
    if (!kShort || i < count) ahead[i] = from[i * step];
  }
#pragma unroll
  for (int i = 0; i < kAhead; ++i) {
    if (kShort && i >= count) continue;
    s.u += filter.p * (ahead[i] - s.u);
    s.d = filter.e1 * (s.u - s.w) + filter.e2 * s.d;
    s.w += s.d;
    from[i * step] = s.w;
  }
}

/// `count` pixels from `from` on, `step` apart, which may be negative.
__device__ void walk(float* from, int step, int count, const Cascade& filter, State& s) {
  int k = 0;
  for (; count - k >= kAhead; k += kAhead) {
    advance<false>(from + k * step, step, kAhead, filter, s);
  }
  if (k < count) advance<true>(from + k * step, step, count - k, filter, s);
}

__global__ void filter_columns(float* image, int width, int height, Cascade filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* const top = image + x;
  float* const bottom = top + (height - 1) * width;
  const float last = *bottom;

  State s{*top, *top, 0.0f};
  walk(top, width, height, filter, s);

  const float distance[3] = {s.u - last, s.w - last, s.d};
  float turned[3] = {0.0f, 0.0f, 0.0f};
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) turned[row] += filter.end[row][k] * distance[k];
  }
  s = {last + turned[0], last + turned[1], turned[2]};
  walk(bottom, -width, height, filter, s);
}

int blocks_for(int things, int each) {
  return (things + each - 1) / each;
}

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  Cascade filter{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) filter.end[row][k] = float(coefficients.end_cascade[row][k]);
  }
  // Twice the same: lay the image on its side, filter the columns of what has come out. The first
  // time round the columns are the image's rows.
  struct Turn {
    const float* from;
    float* to;
    int width, height;  // of `from`
  };
  const Turn first{d_input, d_workspace, width, height};
  const Turn second{d_workspace, d_output, height, width};
  for (const Turn& turn : {first, second}) {
    const dim3 tiles(blocks_for(turn.width, kSide), blocks_for(turn.height, kSide));
    transpose<<<tiles, kMovers, 0, stream>>>(turn.from, turn.to, turn.width, turn.height);
    KIT_CHECK(cudaGetLastError());
    filter_columns<<<blocks_for(turn.height, lines_per_block), lines_per_block, 0, stream>>>(
        turn.to, turn.height, turn.width, filter);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab07
