/// @file
/// Lab 08, stage algorithm_b: a thread estimates both starts of its line and section.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "walk.hpp"

namespace lab08 {
namespace {

template <bool kCausal>
__device__ State start_of(const View<kCausal>& line, int goal, const Recursion& recursion,
                          float reach, Start start) {
  int from = goal;
  for (float way = 0.0f; from > 0 && way < reach; --from) way += line.gap(from);

  State state = {};
  if (from == goal) return state;
  float4 before = line.pixel(from);
  if (from > 0 && start == Start::printed) {
    const float4 next = line.pixel(from + 1);
    const float jump[] = {next.x - before.x, next.y - before.y, next.z - before.z};
    for (int n = 0; n < kPoles * kChannels; ++n) {
      const Pole& pole = recursion.pole[n / kChannels];
      state.h[n / kChannels][n % kChannels] =
          -jump[n % kChannels] * (kCausal ? pole.r1 : pole.b * pole.r1);
    }
  }
  for (int k = from + 1; k <= goal; ++k) {
    const float4 here = line.pixel(k);
    advance(state, recursion, line.gap(k), before, here);
    before = here;
  }
  return state;
}

__global__ void estimate(const float4* __restrict__ input, const float* __restrict__ spacing,
                         State* __restrict__ starts, Lines lines, int sections,
                         Recursion recursion, float reach, Start start) {
  // Neighbouring threads have neighbouring lines; y strides over the sections.
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines.count) return;
  const float4* pixels = input + line * lines.line_step;
  const float* gaps = spacing + line * lines.line_step;
  const View<true> forward{pixels, gaps, lines.length, lines.pixel_step};
  const View<false> backward{pixels, gaps, lines.length, lines.pixel_step};
  for (int n = blockIdx.y; n < sections; n += gridDim.y) {
    const Section part = section(lines.length, sections, n);
    const bool any = part.begin < part.end;
    starts[start_index(lines, sections, 0, n, line)] =
        any ? start_of(forward, part.begin, recursion, reach, start) : State{};
    starts[start_index(lines, sections, 1, n, line)] =
        any ? start_of(backward, lines.length - part.end, recursion, reach, start) : State{};
  }
}

}  // namespace

void boundary_starts(const float4* d_input, const float* d_spacing, State* d_starts, Lines lines,
                     const Recursion& recursion, int blocks_per_stripe, float reach, Start start,
                     cudaStream_t stream) {
  const dim3 grid((lines.count + 127) / 128, blocks_per_stripe < 64 ? blocks_per_stripe : 64);
  estimate<<<grid, 128, 0, stream>>>(d_input, d_spacing, d_starts, lines, blocks_per_stripe,
                                     recursion, reach, start);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
