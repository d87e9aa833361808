/// @file
/// Lab 08, stage algorithm_b: the state with which a section starts. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kThreads = 64;  // per block

/// A line of the image as it is seen from a section, going away from it: pixel 0 is the section's.
template <bool kCausal>
struct View {
  const float4* __restrict__ pixels;
  const float* __restrict__ spacings;
  int step;     // in the image, away from the section
  int farthest; // the line's last pixel on this side

  __device__ View(const float4* input, const float* spacing, const Lines& lines, int line,
                  int goal)
      : pixels(input + line * lines.line_step + goal * lines.pixel_step),
        spacings(spacing + line * lines.line_step + goal * lines.pixel_step),
        step(kCausal ? -lines.pixel_step : lines.pixel_step),
        farthest(kCausal ? goal : lines.length - 1 - goal) {}

  __device__ float4 pixel(int n) const { return pixels[n * step]; }
  /// Between pixels n and n + 1.
  __device__ float spacing(int n) const { return spacings[(kCausal ? n : n + 1) * step]; }
};

template <bool kCausal>
__device__ State estimate(const View<kCausal>& line, const Recursion& recursion, float reach,
                          Start start) {
  int n = 0;
  for (float walked = 0.0f; n < line.farthest && walked < reach; ++n) walked += line.spacing(n);
  State state = {};
  if (n == 0) return state;
  float4 far = line.pixel(n);
  if (n < line.farthest && start == Start::printed) {
    const float4 near = line.pixel(n - 1);
    for (int i = 0; i < kPoles; ++i) {
      // of a line of ones: a / (1 - b), anticausal a b / (1 - b)
      Complex settled = -1.0f * recursion.pole[i].r1;
      if constexpr (!kCausal) settled = settled * recursion.pole[i].b;
      state.h[i][0] = (near.x - far.x) * settled;
      state.h[i][1] = (near.y - far.y) * settled;
      state.h[i][2] = (near.z - far.z) * settled;
    }
  }
  while (n-- > 0) {
    const float4 near = line.pixel(n);
    advance(state, recursion, line.spacing(n), far, near);
    far = near;
  }
  return state;
}

/// One thread computes the start of one line: section blockIdx.y, direction blockIdx.z.
__global__ void estimate_starts(const float4* __restrict__ input, const float* __restrict__ spacing,
                                State* __restrict__ starts, Lines lines, Recursion recursion,
                                float reach, Start start) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines.count) return;
  const auto [begin, end] = section(lines.length, gridDim.y, blockIdx.y);
  State& mine = starts[start_index(lines, gridDim.y, blockIdx.z, blockIdx.y, line)];
  if (end <= begin) {
    mine = State{};
  } else if (blockIdx.z == 0) {
    mine = estimate(View<true>(input, spacing, lines, line, begin), recursion, reach, start);
  } else {
    mine = estimate(View<false>(input, spacing, lines, line, end - 1), recursion, reach, start);
  }
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
