/// @file
/// Lab 08, stage algorithm_b: one thread per start, over a flat index with a grid-stride loop; both
/// directions through one pointer that walks.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

template <bool kCausal>
__device__ State estimate(const float4* pixel, const float* spacing, int room, int step,
                          const Recursion& recursion, float reach, Start start) {
  // `pixel` is the section's first on the way, `room` the number of pixels before it, `step` leads
  // away from it. The spacing of two neighbours stands at the later one in memory.
  const auto gap = [&](int n) { return spacing[(kCausal ? n : n + 1) * step]; };
  State state = {};
  int steps = 0;
  for (float sum = 0.0f; steps < room && sum < reach; ++steps) sum += gap(steps);
  if (steps == 0) return state;

  if (steps < room && start == Start::printed) {
    const float4 f = pixel[steps * step], g = pixel[(steps - 1) * step];
    for (int i = 0; i < kPoles; ++i) {
      Complex constant = recursion.pole[i].r1;
      if (!kCausal) constant = constant * recursion.pole[i].b;
      state.h[i][0] = (f.x - g.x) * constant;
      state.h[i][1] = (f.y - g.y) * constant;
      state.h[i][2] = (f.z - g.z) * constant;
    }
  }
  float4 from = pixel[steps * step];
  while (steps-- > 0) {
    const float4 to = pixel[steps * step];
    advance(state, recursion, gap(steps), from, to);
    from = to;
  }
  return state;
}

__global__ void all_starts(const float4* __restrict__ input, const float* __restrict__ spacing,
                           State* __restrict__ starts, Lines lines, Recursion recursion,
                           int sections, float reach, Start start, std::size_t count) {
  const std::size_t threads = std::size_t(gridDim.x) * blockDim.x;
  for (std::size_t i = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += threads) {
    const int line = int(i % lines.count);
    const int n = int(i / lines.count % sections);
    const bool causal = i / lines.count < std::size_t(sections);
    const Section part = section(lines.length, sections, n);
    State state = {};
    if (part.end > part.begin) {
      const int k = causal ? part.begin : part.end - 1;
      const int at = line * lines.line_step + k * lines.pixel_step;
      if (causal) {
        state = estimate<true>(input + at, spacing + at, k, -lines.pixel_step, recursion, reach,
                               start);
      } else {
        state = estimate<false>(input + at, spacing + at, lines.length - 1 - k, lines.pixel_step,
                                recursion, reach, start);
      }
    }
    starts[i] = state;  // i is start_index(lines, sections, direction, n, line)
  }
}

}  // namespace

void boundary_starts(const float4* d_input, const float* d_spacing, State* d_starts, Lines lines,
                     const Recursion& recursion, int blocks_per_stripe, float reach, Start start,
                     cudaStream_t stream) {
  const std::size_t count = std::size_t(2) * blocks_per_stripe * lines.count;
  const std::size_t threads = 128;
  const unsigned blocks = unsigned(std::min<std::size_t>((count + threads - 1) / threads, 65535));
  all_starts<<<blocks, unsigned(threads), 0, stream>>>(d_input, d_spacing, d_starts, lines,
                                                       recursion, blocks_per_stripe, reach, start,
                                                       count);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
