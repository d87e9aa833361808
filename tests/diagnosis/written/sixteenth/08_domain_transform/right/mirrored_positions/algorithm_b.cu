/// @file
/// Lab 08, stage algorithm_b: the state with which a section starts. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kThreads = 64;  // per block

/// One thread computes the start of one line: section blockIdx.y, direction blockIdx.z.
__global__ void estimate_starts(const float4* __restrict__ input, const float* __restrict__ spacing,
                                State* __restrict__ starts, Lines lines, Recursion recursion,
                                float reach, Start start) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines.count) return;
  const Section part = section(lines.length, gridDim.y, blockIdx.y);
  const bool causal = blockIdx.z == 0;
  // Position p counts along the way: pixel p, or length - 1 - p for the anticausal one. So both walk
  // down from `goal` to 0 at most, and up again.
  const int goal = causal ? part.begin : lines.length - part.end;
  const auto place = [&](int p) {
    return line * lines.line_step + (causal ? p : lines.length - 1 - p) * lines.pixel_step;
  };
  // Between the positions p - 1 and p.
  const auto gap = [&](int p) { return spacing[place(causal ? p : p - 1)]; };
  State state = {};
  if (part.end > part.begin) {
    int p = goal;
    for (float walked = 0.0f; p > 0 && walked < reach; --p) walked += gap(p);
    float4 before = input[place(p)];
    if (start == Start::printed && 0 < p && p < goal) {
      const float4 next = input[place(p + 1)];
      for (int i = 0; i < kPoles; ++i) {
        Complex factor = recursion.pole[i].r1;
        if (!causal) factor = factor * recursion.pole[i].b;
        state.h[i][0] = (before.x - next.x) * factor;
        state.h[i][1] = (before.y - next.y) * factor;
        state.h[i][2] = (before.z - next.z) * factor;
      }
    }
    while (p < goal) {
      ++p;
      const float4 here = input[place(p)];
      advance(state, recursion, gap(p), before, here);
      before = here;
    }
  }
  starts[start_index(lines, gridDim.y, blockIdx.z, blockIdx.y, line)] = state;
}

}  // namespace

void boundary_starts(const float4* d_input, const float* d_spacing, State* d_starts, Lines lines,
                     const Recursion& recursion, int blocks_per_stripe, float reach, Start start,
                     cudaStream_t stream) {
  const dim3 grid((lines.count + kThreads - 1) / kThreads, blocks_per_stripe, 2);
  estimate_starts<<<grid, kThreads, 0, stream>>>(d_input, d_spacing, d_starts, lines, recursion,
                                                 reach, start);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
