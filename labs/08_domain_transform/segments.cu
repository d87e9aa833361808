/// @file
/// Lab 08, challenge, rung 1: a line in segments, which are filtered at the same time. README.md
/// first. What a segment does to a state is one *step*: it turns the state that enters it into
///
///     weight * state + sum
///
/// A state of zeros leaves as `sum`; so whoever walks through a segment from zeros has its sum,
/// without knowing what enters. The weight is b to the length of the segment. Three kernels:
///
///     gaps of a line     |  segment 0  |  segment 1  |  segment 2  |
///                        0            32            64            96
///     compose_segments      walk there    walk there    walk there     a thread a segment:
///                           and back      and back      and back       the steps of both ways
///     follow_chains      0 --------> state ------> state -------->     a thread a chain: what
///                          <-------- state <------ state <------- 0    enters each segment
///     walk_segments         walk there    walk there    walk there     a thread a segment:
///                           and back      and back      and back       the pixels
///
/// Names:
///     k        a pixel of a line, and the *gap* before it, between the pixels k - 1 and k
///     n        a segment of a line: the gaps [32 n, 32 n + 32)
///     way      0 from left to right (causal), 1 from right to left (anticausal)
///     i, c     a pole and a channel
///     chain    the steps of one line, way, pole and channel, one segment after another
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kThreads = 64;           // of a block
constexpr int kPixels = kScanSegment;  // of a segment
constexpr int kWays = 2;
constexpr int kChains = kWays * kPoles * kChannels;  // of a line

/// What a segment does to the states that cross it.
struct Step {
  Complex weight[kPoles];  // what is left of a state, the same both ways
  State sum[kWays];        // what leaves if zeros enter; from follow_chains() on, what enters
};

/// A pass over all rows or all columns.
struct Pass {
  const float4* input;
  const float* spacing;
  float4* output;
  Lines lines;
  int segments;  // of a line
  Recursion recursion;
};

/// The gaps [begin, end) of one line, and where its pixels and spacings are.
struct Segment {
  const float4* pixels;
  const float* spacing;
  int pixel_step, begin, end;

  __device__ Segment(const Pass& pass, int line, int n)
      : pixels(pass.input + line * pass.lines.line_step),
        spacing(pass.spacing + line * pass.lines.line_step),
        pixel_step(pass.lines.pixel_step),
        begin(n * kPixels),
        end(min(begin + kPixels, pass.lines.length)) {}

  /// Before its first pixel a line goes on with it: gap 0 has no difference, and adds nothing.
  __device__ float4 pixel(int k) const { return pixels[max(k, 0) * pixel_step]; }
  __device__ float delta(int k) const { return spacing[k * pixel_step]; }
};

/// Thread (line, n) composes the steps of segment n. `steps` is [segment][line].
__global__ void compose_segments(Pass pass, Step* steps) {
  const int line = blockIdx.x * kThreads + threadIdx.x, n = blockIdx.y;
  if (line >= pass.lines.count) return;
  const Segment segment(pass, line, n);
  Step step = {};

  // TODO(lab08): the sums of both ways, from zeros, and the weights (about 16 lines)
  // END TODO
  steps[n * pass.lines.count + line] = step;
}

/// A thread follows one chain. Each sum gives way to the state that enters its segment.
__global__ void follow_chains(Step* steps, int lines, int segments) {
  const int thread = blockIdx.x * kThreads + threadIdx.x;
  const int line = thread / kChains;
  if (line >= lines) return;
  const int way = thread % kChains / (kPoles * kChannels);
  const int i = thread / kChannels % kPoles, c = thread % kChannels;

  // Invariant: `state` has crossed m segments. A line begins with zeros at either end.
  // TODO(lab08): segment by segment: what enters takes the place of the sum (about 7 lines)
  // END TODO
}

/// Thread (line, n) walks through segment n again, now from the states that really enter it.
__global__ void walk_segments(Pass pass, const Step* steps) {
  const int line = blockIdx.x * kThreads + threadIdx.x, n = blockIdx.y;
  if (line >= pass.lines.count) return;
  const Segment segment(pass, line, n);
  float4* const output = pass.output + line * pass.lines.line_step;

  // TODO(lab08): there and back from what enters; store on the way there, add on the way back
  // (about 17 lines)
  // END TODO
}

void filter(const Pass& pass, Step* d_steps, cudaStream_t stream) {
  const int count = pass.lines.count;
  const dim3 grid((count + kThreads - 1) / kThreads, pass.segments);
  compose_segments<<<grid, kThreads, 0, stream>>>(pass, d_steps);
  KIT_CHECK(cudaGetLastError());
  const int blocks = (count * kChains + kThreads - 1) / kThreads;
  follow_chains<<<blocks, kThreads, 0, stream>>>(d_steps, count, pass.segments);
  KIT_CHECK(cudaGetLastError());
  walk_segments<<<grid, kThreads, 0, stream>>>(pass, d_steps);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void edge_aware_segments(const uchar4* d_image, float4* d_output, int width, int height,
                         float sigma_s, float sigma_r, int iterations, void* d_workspace,
                         cudaStream_t stream) {
  const std::size_t pixels = std::size_t(width) * height;
  float4* const d_pixels = static_cast<float4*>(d_workspace);
  float4* const d_rows = d_pixels + pixels;  // after the rows of an iteration
  float* const d_row_spacing = reinterpret_cast<float*>(d_rows + pixels);
  float* const d_column_spacing = d_row_spacing + pixels;
  Step* const d_steps = reinterpret_cast<Step*>(d_column_spacing + pixels);
  transform(d_image, d_pixels, d_row_spacing, d_column_spacing, width, height, sigma_s, sigma_r,
            stream);
  for (int n = 1; n <= iterations; ++n) {
    Pass pass = {n == 1 ? d_pixels : d_output,
                 d_row_spacing,
                 d_rows,
                 rows(width, height),
                 (width + kPixels - 1) / kPixels,
                 make_recursion(sigma_of_iteration(sigma_s, n, iterations))};
    filter(pass, d_steps, stream);
    pass.input = d_rows, pass.spacing = d_column_spacing, pass.output = d_output;
    pass.lines = columns(width, height), pass.segments = (height + kPixels - 1) / kPixels;
    filter(pass, d_steps, stream);
  }
}

}  // namespace lab08
