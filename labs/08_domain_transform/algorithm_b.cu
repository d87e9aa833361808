/// @file
/// Lab 08, stage algorithm_b: what would the state be at a section's first pixel? A walk back until
/// the past has faded, and the recursion from there. Read README.md of this lab first.
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
    // TODO(lab08): walk away until `reach` is behind you or the line ends, take the start value,
    // come back (about 20 lines)
    (void)recursion;
    (void)reach;
    (void)start;
    (void)goal;
    (void)last;
    (void)away;
    (void)pixel;
    (void)delta;
    (void)state;
    // END TODO
  }
  starts[start_index(lines, gridDim.y, blockIdx.z, blockIdx.y, line)] = state;
}

}  // namespace

void boundary_starts(const float4* d_input, const float* d_spacing, State* d_starts, Lines lines,
                     const Recursion& recursion, int blocks_per_stripe, float reach, Start start,
                     cudaStream_t stream) {
  // TODO(lab08): a thread for each line, a block row for each section, a layer for each direction
  // (about 5 lines)
  (void)estimate_starts;
  (void)kThreads;
  (void)d_input;
  (void)d_spacing;
  (void)d_starts;
  (void)lines;
  (void)recursion;
  (void)blocks_per_stripe;
  (void)reach;
  (void)start;
  (void)stream;
  // END TODO
}

}  // namespace lab08
