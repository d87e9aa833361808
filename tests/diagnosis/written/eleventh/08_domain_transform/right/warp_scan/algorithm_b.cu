// The direction is a template parameter; places are pointers that move along the line.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

template <bool kCausal>
__global__ void starts_of_sections(const float4* __restrict__ input,
                                   const float* __restrict__ spacing, State* __restrict__ starts,
                                   Lines lines, Recursion recursion, float reach, Start kind) {
  const int line = blockIdx.y * blockDim.x + threadIdx.x;
  const int n = blockIdx.x, sections = gridDim.x;
  if (line >= lines.count) return;
  State state{};
  const Section part = section(lines.length, sections, n);
  if (part.begin < part.end) {
    const int goal = kCausal ? part.begin : part.end - 1;
    const int most = kCausal ? goal : lines.length - 1 - goal;  // steps to the line's end
    const int step = kCausal ? lines.pixel_step : -lines.pixel_step;  // on the way to the goal
    const int home = line * lines.line_step + goal * lines.pixel_step;
    // Spacing of the step that arrives at a place.
    const auto arriving = [&](int place) { return spacing[kCausal ? place : place - step]; };

    int steps = 0;
    for (float distance = 0.0f; steps < most && distance < reach; ++steps) {
      distance += arriving(home - steps * step);
    }
    int place = home - steps * step;
    float4 own = input[place];
    if (kind == Start::printed && steps > 0 && steps < most) {
      const float4 toward = input[place + step];
      for (int i = 0; i < kPoles; ++i) {
        Complex factor = recursion.pole[i].r1;
        if (!kCausal) factor = recursion.pole[i].b * factor;
        state.h[i][0] = (own.x - toward.x) * factor;
        state.h[i][1] = (own.y - toward.y) * factor;
        state.h[i][2] = (own.z - toward.z) * factor;
      }
    }
    for (; steps > 0; --steps) {
      place += step;
      const float4 next = input[place];
      advance(state, recursion, arriving(place), own, next);
      own = next;
    }
  }
  starts[start_index(lines, sections, kCausal ? 0 : 1, n, line)] = state;
}

}  // namespace

void boundary_starts(const float4* d_input, const float* d_spacing, State* d_starts, Lines lines,
                     const Recursion& recursion, int blocks_per_stripe, float reach, Start start,
                     cudaStream_t stream) {
  const dim3 grid(blocks_per_stripe, (lines.count + 127) / 128);
  starts_of_sections<true><<<grid, 128, 0, stream>>>(d_input, d_spacing, d_starts, lines,
                                                     recursion, reach, start);
  KIT_CHECK(cudaGetLastError());
  starts_of_sections<false><<<grid, 128, 0, stream>>>(d_input, d_spacing, d_starts, lines,
                                                      recursion, reach, start);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
