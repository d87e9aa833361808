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

  // Both ways in one walk. Invariants: sum[0] is what the gaps before k add up to, at pixel k - 1;
  // sum[1] is what they add up to on the way back, at the pixel before the segment; `distance` is
  // the length of the gaps before k.
  float distance = 0.0f;
  float4 before = segment.pixel(segment.begin - 1);
  for (int k = segment.begin; k < segment.end; ++k) {
    const float4 here = segment.pixel(k);
    const float delta = segment.delta(k);
    const float difference[kChannels] = {here.x - before.x, here.y - before.y, here.z - before.z};
    for (int i = 0; i < kPoles; ++i) {
      const Pole& pole = pass.recursion.pole[i];
      const Complex w = power(pole.rate, delta);
      const Complex q = 1.0f / delta * (pole.gain * (w - Complex{1.0f, 0.0f}));
      const Complex back = power(pole.rate, distance) * q;
      for (int c = 0; c < kChannels; ++c) {
        Complex &there = step.sum[0].h[i][c], &returned = step.sum[1].h[i][c];
        there = w * there + difference[c] * q;
        returned = returned - difference[c] * back;
      }
    }
    distance += delta;
    before = here;
  }
  for (int i = 0; i < kPoles; ++i) step.weight[i] = power(pass.recursion.pole[i].rate, distance);
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
  Complex state = {};
  for (int m = 0; m < segments; ++m) {
    Step& step = steps[(way == 0 ? m : segments - 1 - m) * lines + line];
    const Complex sum = step.sum[way].h[i][c];
    step.sum[way].h[i][c] = state;
    state = step.weight[i] * state + sum;
  }
}

/// Thread (line, n) walks through segment n again, now from the states that really enter it.
__global__ void walk_segments(Pass pass, const Step* steps) {
  const int line = blockIdx.x * kThreads + threadIdx.x, n = blockIdx.y;
  if (line >= pass.lines.count) return;
  const Segment segment(pass, line, n);
  float4* const output = pass.output + line * pass.lines.line_step;

  // There: a pixel is its own value and the state that has come to it.
  State state = steps[n * pass.lines.count + line].sum[0];
  float4 before = segment.pixel(segment.begin - 1);
  for (int k = segment.begin; k < segment.end; ++k) {
    const float4 here = segment.pixel(k);
    advance(state, pass.recursion, segment.delta(k), before, here);
    output[k * segment.pixel_step] = add_real(here, state);
    before = here;
  }
  // Back: what enters has come to the last pixel already, so it is added before the first step.
  state = steps[n * pass.lines.count + line].sum[1];
  for (int k = segment.end - 1; k >= segment.begin; --k) {
    output[k * segment.pixel_step] = add_real(output[k * segment.pixel_step], state);
    const float4 left = segment.pixel(k - 1);
    advance(state, pass.recursion, segment.delta(k), before, left);
    before = left;
  }
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
