/// Lab 07, stage transposed: swizzled tiles instead of padded ones, one sweep for both directions.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr unsigned kSide = 32;
constexpr unsigned kWarps = 4;

/// Column c of row r lies at c ^ r: rows and columns of the tile are both free of conflicts.
struct Tile {
  float cell[kSide * kSide];
  __device__ float& at(unsigned r, unsigned c) { return cell[r * kSide + (c ^ r)]; }
};

__global__ void __launch_bounds__(kSide* kWarps)
    flip(const float* __restrict__ from, float* __restrict__ to, unsigned width, unsigned height) {
  __shared__ Tile tile;
  const unsigned lane = threadIdx.x % kSide, warp = threadIdx.x / kSide;
  const unsigned left = blockIdx.x * kSide, top = blockIdx.y * kSide;
#pragma unroll
  for (unsigned r = warp; r < kSide; r += kWarps) {
    if (left + lane < width && top + r < height) {
      tile.at(r, lane) = from[(top + r) * width + left + lane];
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned c = warp; c < kSide; c += kWarps) {
    if (top + lane < height && left + c < width) {
      to[(left + c) * height + top + lane] = tile.at(lane, c);
    }
  }
}

struct Cascade {
  float p, e1, e2;
  float end[9];
};

struct State {
  float u, w, d;
  __device__ float next(const Cascade& f, float in) {
    u += f.p * (in - u);
    d = f.e1 * (u - w) + f.e2 * d;
    return w += d;
  }
};

/// Replaces `count` values by the filter's, the first at `at`, the others `step` apart. Loads kBatch
/// values before it needs the first.
template <int kBatch>
__device__ void sweep(State& s, const Cascade& f, float* image, int at, int step, int count) {
  int done = 0;
  for (; done + kBatch <= count; done += kBatch) {
    float v[kBatch];
#pragma unroll
    for (int k = 0; k < kBatch; ++k) v[k] = image[at + k * step];
#pragma unroll
    for (int k = 0; k < kBatch; ++k) image[at + k * step] = s.next(f, v[k]);
    at += kBatch * step;
  }
  for (; done < count; ++done, at += step) image[at] = s.next(f, image[at]);
}

__global__ void filter_down(float* image, int width, int height, Cascade f) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  const int bottom = (height - 1) * width + x;
  const float last = image[bottom];
  State s{image[x], image[x], 0.0f};
  sweep<16>(s, f, image, x, width, height);

  const float du = s.u - last, dw = s.w - last, dd = s.d;
  const auto row = [&](int r) {
    return f.end[3 * r] * du + f.end[3 * r + 1] * dw + f.end[3 * r + 2] * dd;
  };
  s = State{last + row(0), last + row(1), row(2)};
  sweep<16>(s, f, image, bottom, -width, height);
}

void launch_flip(const float* from, float* to, int width, int height, cudaStream_t stream) {
  const dim3 tiles((width + kSide - 1) / kSide, (height + kSide - 1) / kSide);
  flip<<<tiles, kSide * kWarps, 0, stream>>>(from, to, width, height);
  KIT_CHECK(cudaGetLastError());
}

void launch_filter(float* image, int width, int height, const Cascade& f, int threads,
                   cudaStream_t stream) {
  filter_down<<<(width + threads - 1) / threads, threads, 0, stream>>>(image, width, height, f);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  Cascade f{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int n = 0; n < 9; ++n) f.end[n] = float(coefficients.end_cascade[n / 3][n % 3]);
  launch_flip(d_input, d_workspace, width, height, stream);
  launch_filter(d_workspace, height, width, f, lines_per_block, stream);
  launch_flip(d_workspace, d_output, height, width, stream);
  launch_filter(d_output, width, height, f, lines_per_block, stream);
}

}  // namespace lab07
