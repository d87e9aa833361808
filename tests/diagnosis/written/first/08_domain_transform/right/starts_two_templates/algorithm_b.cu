/// @file
/// Lab 08, stage algorithm_b: a kernel for each direction, a thread for each line and section in one
/// flat grid, and a line that is turned round by its step alone.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

template <int kDirection>
__global__ void guess(const float4* __restrict__ input, const float* __restrict__ spacing,
                      State* __restrict__ starts, Lines lines, Recursion recursion, int sections,
                      float reach, bool printed) {
  const long long id = blockIdx.x * 1LL * blockDim.x + threadIdx.x;
  if (id >= 1LL * sections * lines.count) return;
  const int line = int(id % lines.count);
  const int number = int(id / lines.count);
  State state{};
  if (const auto [begin, end] = section(lines.length, sections, number); begin < end) {
    // s counts pixels from the goal outwards, `room` is how many there are.
    constexpr bool kCausal = kDirection == 0;
    const int goal = kCausal ? begin : end - 1;
    const int room = kCausal ? goal : lines.length - 1 - goal;
    const int out = kCausal ? -lines.pixel_step : lines.pixel_step;
    const float4* const pixel = input + line * lines.line_step + goal * lines.pixel_step;
    const float* const gap =
        spacing + line * lines.line_step + (kCausal ? goal : goal + 1) * lines.pixel_step;

    int s = 0;
    for (float sum = 0.0f; s < room && sum < reach; ++s) sum += gap[s * out];

    float4 here = pixel[s * out];
    if (printed && s != 0 && s != room) {
      const float4 inner = pixel[(s - 1) * out];
      for (int i = 0; i < kPoles; ++i) {
        Complex r = recursion.pole[i].r1;
        if constexpr (!kCausal) r = recursion.pole[i].b * r;
        state.h[i][0] = (here.x - inner.x) * r;
        state.h[i][1] = (here.y - inner.y) * r;
        state.h[i][2] = (here.z - inner.z) * r;
      }
    }
    while (s-- > 0) {
      const float4 next = pixel[s * out];
      advance(state, recursion, gap[s * out], here, next);
      here = next;
    }
  }
  starts[start_index(lines, sections, kDirection, number, line)] = state;
}

template <int kDirection, typename... Arguments>
void launch(long long threads, cudaStream_t stream, Arguments... arguments) {
  constexpr int kBlock = 128;
  guess<kDirection><<<unsigned((threads + kBlock - 1) / kBlock), kBlock, 0, stream>>>(arguments...);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void boundary_starts(const float4* d_input, const float* d_spacing, State* d_starts, Lines lines,
                     const Recursion& recursion, int blocks_per_stripe, float reach, Start start,
                     cudaStream_t stream) {
  const long long threads = 1LL * lines.count * blocks_per_stripe;
  const bool printed = start == Start::printed;
  launch<0>(threads, stream, d_input, d_spacing, d_starts, lines, recursion, blocks_per_stripe,
            reach, printed);
  launch<1>(threads, stream, d_input, d_spacing, d_starts, lines, recursion, blocks_per_stripe,
            reach, printed);
}

}  // namespace lab08
