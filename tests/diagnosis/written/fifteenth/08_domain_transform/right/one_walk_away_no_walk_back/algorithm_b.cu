/// @file
/// Lab 08, stage algorithm_b: the state with which a section starts. Read README.md first.
/// One walk until the past has faded; what each gap leaves at the goal is added up on the way.
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
    // A step is linear. So what a gap adds at its nearer end arrives at the goal times b to the
    // distance from there, and one walk, away from the goal, can add up everything.
    int k = goal;
    float way = 0.0f;
    float4 nearer = pixel(goal);
    while (k != last && way < reach) {
      const float gap = delta(k);
      const float4 farther = pixel(k + away);
      const float difference[kChannels] = {nearer.x - farther.x, nearer.y - farther.y,
                                           nearer.z - farther.z};
      for (int i = 0; i < kPoles; ++i) {
        const Pole& pole = recursion.pole[i];
        const Complex v = 1.0f / gap * (pole.gain * (power(pole.rate, gap) - Complex{1.0f, 0.0f}));
        const Complex arriving = power(pole.rate, way) * v;
        for (int c = 0; c < kChannels; ++c) {
          state.h[i][c] = state.h[i][c] + difference[c] * arriving;
        }
      }
      way += gap;
      k += away;
      nearer = farther;
    }
    if (k != last && k != goal && start == Start::printed) {
      // What is there at pixel k: the constant state of its neighbour less its own.
      const float4 next = pixel(k - away);
      const float difference[kChannels] = {next.x - nearer.x, next.y - nearer.y, next.z - nearer.z};
      for (int i = 0; i < kPoles; ++i) {
        const Pole& pole = recursion.pole[i];
        const Complex g = causal ? pole.r1 : pole.r1 * pole.b;
        const Complex arriving = power(pole.rate, way) * g;
        for (int c = 0; c < kChannels; ++c) {
          state.h[i][c] = state.h[i][c] - difference[c] * arriving;
        }
      }
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
