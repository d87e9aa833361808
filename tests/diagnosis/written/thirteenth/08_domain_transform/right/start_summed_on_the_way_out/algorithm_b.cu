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
    // Nobody walks back: the recursion is a sum. What the gap between k and k + away adds, V, has
    // faded by b^walked when it comes to the goal; so the gaps are summed on the way out.
    int k = goal;
    float walked = 0.0f;  // from k to the goal
    while (k != last && walked < reach) {
      const float gap = delta(k);
      const float4 far = pixel(k + away), near = pixel(k);
      const float difference[kChannels] = {near.x - far.x, near.y - far.y, near.z - far.z};
      for (int i = 0; i < kPoles; ++i) {
        const Pole& pole = recursion.pole[i];
        const Complex q = 1.0f / gap * (pole.gain * (power(pole.rate, gap) - Complex{1.0f, 0.0f}));
        const Complex arrives = power(pole.rate, walked) * q;
        for (int c = 0; c < kChannels; ++c) {
          state.h[i][c] = state.h[i][c] + difference[c] * arrives;
        }
      }
      walked += gap;
      k += away;
    }
    if (start == Start::printed && k != goal && k != last) {
      // g of a line that went on with the sample one nearer, minus g of one with this sample
      const float4 far = pixel(k), near = pixel(k - away);
      const float difference[kChannels] = {near.x - far.x, near.y - far.y, near.z - far.z};
      for (int i = 0; i < kPoles; ++i) {
        const Pole& pole = recursion.pole[i];
        const Complex factor = causal ? pole.r1 : pole.r1 * pole.b;
        const Complex arrives = power(pole.rate, walked) * factor;
        for (int c = 0; c < kChannels; ++c) {
          state.h[i][c] = state.h[i][c] - difference[c] * arrives;
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
