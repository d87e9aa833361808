/// @file
/// Lab 08, challenge: a block per line, a segment per thread; steps are composed by shuffles inside
/// of a warp, and through shared memory between the warps.
#include <cooperative_groups.h>

#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

namespace lab08 {
namespace {

struct Sums {
  Complex c[kChannels];
};

struct Step {
  Complex w;
  Sums v;
};

__device__ Sums apply(const Step& step, Sums h) {
  for (Complex& x : h.c) x = step.w * x;
  for (int c = 0; c < kChannels; ++c) h.c[c] = h.c[c] + step.v.c[c];
  return h;
}

/// `first`, then `second`.
__device__ Step compose(const Step& first, const Step& second) {
  return Step{first.w * second.w, apply(second, first.v)};
}

constexpr int kWarps = 4;
using Warp = cg::thread_block_tile<32>;

__device__ Step identity() {
  return Step{{1.0f, 0.0f}, {}};
}

__device__ Step from_below(const Warp& warp, const Step& step, int distance) {
  Step result;
  result.w.re = warp.shfl_up(step.w.re, distance);
  result.w.im = warp.shfl_up(step.w.im, distance);
  for (int c = 0; c < kChannels; ++c) {
    result.v.c[c].re = warp.shfl_up(step.v.c[c].re, distance);
    result.v.c[c].im = warp.shfl_up(step.v.c[c].im, distance);
  }
  return result;
}

/// A line read in one of its directions: position 0 is where the walk begins.
struct Path {
  const float4* pixels;
  const float* spacing;
  int first, stride;
  bool causal;

  __device__ int at(int p) const { return first + p * stride; }
  __device__ float4 pixel(int p) const { return pixels[at(p)]; }
  /// From p - 1 to p.
  __device__ float delta(int p) const { return spacing[at(causal ? p : p - 1)]; }
};

__device__ Step one_step(const Pole& pole, float delta, float4 from, float4 to) {
  const Complex w = power(pole.rate, delta);
  const Complex q = (1.0f / delta) * (pole.gain * (w - Complex{1.0f, 0.0f}));
  return Step{w, {{(to.x - from.x) * q, (to.y - from.y) * q, (to.z - from.z) * q}}};
}

/// The state with which this thread's segment begins: v of everything before it.
__device__ Sums exclusive_scan(const Warp& warp, Step step, Step (&totals)[kWarps]) {
  const int lane = warp.thread_rank();
  const int number = threadIdx.x / 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    const Step below = from_below(warp, step, distance);
    if (lane >= distance) step = compose(below, step);
  }
  if (lane == 31) totals[number] = step;
  const Step below = from_below(warp, step, 1);
  __syncthreads();
  Step before = identity();
  for (int w = 0; w < number; ++w) before = compose(before, totals[w]);
  if (lane > 0) before = compose(before, below);
  __syncthreads();  // `totals` may be used again
  return before.v;
}

__device__ void walk(const Path& path, float4* output, int length, const Recursion& recursion,
                     const Warp& warp, Step (&totals)[kWarps]) {
  const int each = (length - 1) / int(blockDim.x) + 1;
  const int begin = min(int(threadIdx.x) * each, length);
  const int end = min(begin + each, length);

  State state = {};
  for (int i = 0; i < kPoles; ++i) {
    Step segment = identity();
    for (int p = begin > 0 ? begin : 1; p < end; ++p) {
      const Step next =
          one_step(recursion.pole[i], path.delta(p), path.pixel(p - 1), path.pixel(p));
      segment = compose(segment, next);
    }
    const Sums entry = exclusive_scan(warp, segment, totals);
    for (int c = 0; c < kChannels; ++c) state.h[i][c] = entry.c[c];
  }
  for (int p = begin; p < end; ++p) {
    const float4 here = path.pixel(p);
    if (p > 0) advance(state, recursion, path.delta(p), path.pixel(p - 1), here);
    float4& out = output[path.at(p)];
    out = add_real(path.causal ? here : out, state);
  }
}

__global__ void __launch_bounds__(32 * kWarps)
    scan_line(const float4* __restrict__ input, const float* __restrict__ spacing, float4* output,
              Lines lines, Recursion recursion) {
  __shared__ Step totals[kWarps];
  const Warp warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int start = blockIdx.x * lines.line_step;
  const int last = start + (lines.length - 1) * lines.pixel_step;
  walk(Path{input, spacing, start, lines.pixel_step, true}, output, lines.length, recursion, warp,
       totals);
  __syncthreads();  // the way back adds to what other threads have stored
  walk(Path{input, spacing, last, -lines.pixel_step, false}, output, lines.length, recursion, warp,
       totals);
}

void filter_exactly(const float4* from, const float* spacing, float4* to, Lines lines,
                    const Recursion& recursion, cudaStream_t stream) {
  scan_line<<<lines.count, 32 * kWarps, 0, stream>>>(from, spacing, to, lines, recursion);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  const std::size_t count = std::size_t(width) * height;
  float4* const pixels = reinterpret_cast<float4*>(d_workspace);
  float4* const half_way = pixels + count;
  float* const spacing_x = reinterpret_cast<float*>(half_way + count);
  float* const spacing_y = spacing_x + count;
  transform(d_image, pixels, spacing_x, spacing_y, width, height, sigma_s, sigma_r, stream);

  const float4* source = pixels;
  for (int i = 1; i <= iterations; ++i) {
    const Recursion recursion = make_recursion(sigma_of_iteration(sigma_s, i, iterations));
    filter_exactly(source, spacing_x, half_way, rows(width, height), recursion, stream);
    filter_exactly(half_way, spacing_y, d_output, columns(width, height), recursion, stream);
    source = d_output;
  }
}

}  // namespace lab08
