/// @file
/// Lab 08, stage algorithm_b: first the number of steps, then a walk of so many; a launch for each
/// direction.
#include <initializer_list>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kThreads = 128;

/// A line seen from the section's start: pixel 0 is the start, pixel 1 the one outside the section,
/// and so on to pixel `most`, where the line ends.
template <bool kCausal>
struct Past {
  const float4* pixels;
  const float* spacings;
  int start, step, most;

  __device__ int at(int n) const { return start + (kCausal ? -n : n) * step; }
  __device__ float4 pixel(int n) const { return pixels[at(n)]; }
  /// Between pixels n and n + 1; it stands at the later one of the line.
  __device__ float delta(int n) const { return spacings[at(kCausal ? n : n + 1)]; }
};

/// Block row y has section y.
template <bool kCausal>
__global__ void estimate(const float4* __restrict__ input, const float* __restrict__ spacing,
                         State* __restrict__ starts, Lines lines, Recursion recursion, float reach,
                         bool printed) {
  const int line = blockIdx.x * kThreads + threadIdx.x;
  if (line >= lines.count) return;
  const Section part = section(lines.length, gridDim.y, blockIdx.y);
  State state = {};
  if (part.end > part.begin) {
    const int goal = kCausal ? part.begin : part.end - 1;
    const Past<kCausal> past{input, spacing, line * lines.line_step + goal * lines.pixel_step,
                             lines.pixel_step, kCausal ? goal : lines.length - 1 - goal};
    int steps = 0;
    for (float way = 0.0f; steps < past.most && way < reach; ++steps) way += past.delta(steps);

    // S0's listing continues the line with the sample before the last one of the walk.
    if (printed && steps > 0 && steps < past.most) {
      const float4 far = past.pixel(steps), near = past.pixel(steps - 1);
      for (int i = 0; i < kPoles; ++i) {
        const Pole& pole = recursion.pole[i];
        const Complex constant = kCausal ? pole.r1 : pole.b * pole.r1;
        state.h[i][0] = (far.x - near.x) * constant;
        state.h[i][1] = (far.y - near.y) * constant;
        state.h[i][2] = (far.z - near.z) * constant;
      }
    }
    for (int n = steps - 1; n >= 0; --n) {
      advance(state, recursion, past.delta(n), past.pixel(n + 1), past.pixel(n));
    }
  }
  starts[start_index(lines, gridDim.y, kCausal ? 0 : 1, blockIdx.y, line)] = state;
}

}  // namespace

void boundary_starts(const float4* d_input, const float* d_spacing, State* d_starts, Lines lines,
                     const Recursion& recursion, int blocks_per_stripe, float reach, Start start,
                     cudaStream_t stream) {
  const dim3 grid((lines.count + kThreads - 1) / kThreads, blocks_per_stripe);
  for (const auto kernel : {estimate<true>, estimate<false>}) {
    kernel<<<grid, kThreads, 0, stream>>>(d_input, d_spacing, d_starts, lines, recursion, reach,
                                          start == Start::printed);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab08
