/// @file
/// Lab 07, stage transposed: a tile without padding, its columns exchanged by xor; the next group of
/// a column is loaded before the one at hand is filtered.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kSide = 32;
constexpr int kWarps = 4;
constexpr int kGroup = 16;

/// A tile whose pixel (x, y) stands at word y * 32 + (x ^ y): rows and columns meet all banks.
struct Tile {
  float word[kSide * kSide];
  __device__ float& operator()(int x, int y) { return word[y * kSide + (x ^ y)]; }
};

__global__ void __launch_bounds__(kSide* kWarps) exchange(const float* in, float* out, int width,
                                                          int height, int tiles_x) {
  __shared__ Tile tile;
  const int lane = threadIdx.x % kSide;
  const int warp = threadIdx.x / kSide;
  const int left = int(blockIdx.x) % tiles_x * kSide;
  const int top = int(blockIdx.x) / tiles_x * kSide;
  if (left + lane < width) {
    for (int y = warp; y < kSide && top + y < height; y += kWarps) {
      tile(lane, y) = in[(top + y) * width + left + lane];
    }
  }
  __syncthreads();
  if (top + lane < height) {
    for (int x = warp; x < kSide && left + x < width; x += kWarps) {
      out[(left + x) * height + top + lane] = tile(x, lane);
    }
  }
}

struct Filter {
  float p, e1, e2;
  float end[3][3];
};

struct State {
  float u, w, d;
  __device__ float take(const Filter& f, float sample) {
    u += f.p * (sample - u);
    d = f.e1 * (u - w) + f.e2 * d;
    w += d;
    return w;
  }
};

/// Pixels at, at + step, ... of a column; what is beyond its `left` pixels is 0 and never used.
struct Group {
  float pixel[kGroup];
  __device__ void load(const float* at, int step, int left) {
#pragma unroll
    for (int k = 0; k < kGroup; ++k) pixel[k] = k < left ? at[k * step] : 0.0f;
  }
};

/// Filters `count` pixels in place from `at` on, `step` apart (negative: upwards).
__device__ void walk(float* at, int step, int count, const Filter& f, State& s) {
  Group now, next;
  now.load(at, step, count);
  while (count > 0) {
    next.load(at + kGroup * step, step, count - kGroup);
#pragma unroll
    for (int k = 0; k < kGroup; ++k) {
      if (k < count) at[k * step] = s.take(f, now.pixel[k]);
    }
    now = next;
    count -= kGroup;
    at += kGroup * step;
  }
}

__global__ void filter_down_and_up(float* image, int width, int height, Filter f) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) {
    float* const top = image + x;
    float* const bottom = top + (height - 1) * width;
    const float first = *top, last = *bottom;
    State s{first, first, 0.0f};
    walk(top, width, height, f, s);
    const float rest[3] = {s.u - last, s.w - last, s.d};
    float t[3] = {last, last, 0.0f};
    for (int k = 0; k < 3; ++k) {
      for (int row = 0; row < 3; ++row) t[row] += f.end[row][k] * rest[k];
    }
    s = {t[0], t[1], t[2]};
    walk(bottom, -width, height, f, s);
  }
}

int cut(int n, int size) { return (n + size - 1) / size; }

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  Filter f{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int i = 0; i < 9; ++i) f.end[i / 3][i % 3] = float(coefficients.end_cascade[i / 3][i % 3]);

  const auto turn = [&](const float* from, float* to, int w, int h) {
    const int tiles_x = cut(w, kSide);
    exchange<<<tiles_x * cut(h, kSide), kSide * kWarps, 0, stream>>>(from, to, w, h, tiles_x);
    KIT_CHECK(cudaGetLastError());
  };
  const auto filter = [&](float* image, int w, int h) {
    filter_down_and_up<<<cut(w, lines_per_block), lines_per_block, 0, stream>>>(image, w, h, f);
    KIT_CHECK(cudaGetLastError());
  };
  turn(d_input, d_workspace, width, height);
  filter(d_workspace, height, width);
  turn(d_workspace, d_output, height, width);
  filter(d_output, width, height);
}

}  // namespace lab07
