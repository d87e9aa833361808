/// @file
/// Lab 08, stage algorithm_b: the state with which a section starts. Read README.md first.
/// A walk back until the past has faded, and the recursion from there.
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
  const int last = causal ? 0 : lines.length - 1;  // the line ends here
  const int goal = causal ? part.begin : part.end - 1;
  const int away = causal ? -1 : 1;
  const auto pixel = [&](int k) { return input[line * lines.line_step + k * lines.pixel_step]; };
  // From pixel k to k + away, or back; the spacing stands at the later of the two.
  const auto delta = [&](int k) {
    const int later = causal ? k : k + 1;
    return spacing[line * lines.line_step + later * lines.pixel_step];
  };

  State state = {};
  if (part.begin < part.end) {
    int k = goal;
    for (float way = 0.0f; k != last && way < reach; k += away) way += delta(k);
    float4 before = pixel(k);
    if (k != last && k != goal && start == Start::printed) {
      // g = a / (1 - b) times the next sample, and h = g - a / (1 - b) times this one; b a / (1 -
      // b) for the anticausal part.
      const float4 next = pixel(k - away);
      const float difference[kChannels] = {next.x - before.x, next.y - before.y, next.z - before.z};
      for (int i = 0; i < kPoles; ++i) {
        const Pole& pole = recursion.pole[i];
        const Complex g = causal ? pole.r1 : pole.r1 * pole.b;
        for (int c = 0; c < kChannels; ++c) state.h[i][c] = -difference[c] * g;
      }
    }
    while (k != goal) {
      k -= away;
      const float4 here = pixel(k);
      advance(state, recursion, delta(k), before, here);
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
