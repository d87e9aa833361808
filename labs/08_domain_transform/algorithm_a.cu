/// @file
/// Lab 08, stage algorithm_a: stripes through shared memory. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

/// Distance of two lines in shared memory, in pixels of 16 bytes: odd, so that eight threads, one
/// line apart, meet all 32 banks once.
__host__ __device__ int window_pitch(Window window) {
  // TODO(lab08): wide enough for a line, and without bank conflicts (about 1 line)
  return window.width;
  // END TODO
}

/// A window in its place in the image, and the threads that copy it.
struct Place {
  Lines lines;
  Window window;
  int first_line, first, end;  ///< its first line and pixel, and where its section ends
  int thread, threads;
};

/// Calls copy(index in the window, index in the image) for every pixel of the window in the image.
/// Neighbouring threads get neighbours in the image: along a line in rows, across in columns.
template <typename Copy>
__device__ void for_each_pixel(const Place& at, Copy copy) {
  // TODO(lab08): every `threads`-th pixel; which direction do neighbours go? (about 9 lines)
  // END TODO
}

/// Turns `count` pixels of one line, in shared memory with their spacings in w, into h or pixel +
/// h. `state` and `before`, the pixel that was visited last, go on from window to window; at the
/// very first pixel the state is there already.
__device__ void filter_line(float4* pixels, int count, bool causal, bool at_start, bool with_pixel,
                            const Recursion& recursion, State& state, float4& before) {
  // TODO(lab08): walk through the pixels, forwards or backwards (about 8 lines)
  // END TODO
}

/// Block (x, y) filters section y of the lines of stripe x. The first half of its threads is
/// causal, the other anticausal, one thread a line; each half has a window of its own, and they go
/// opposite ways. Who comes to a window first stores pixel + h, the other adds its h.
__global__ void filter_stripe(const float4* __restrict__ input, const float* __restrict__ spacing,
                              float4* output, Lines lines, Recursion recursion, Window window,
                              const State* __restrict__ starts) {
  extern __shared__ float4 windows[];
  const bool causal = int(threadIdx.x) < window.height;
  const int thread = int(threadIdx.x) % window.height;
  const int line = blockIdx.x * window.height + thread;
  const Section part = section(lines.length, gridDim.y, blockIdx.y);
  const int count = (part.end - part.begin + window.width - 1) / window.width;
  float4* const mine = windows + (causal ? 0 : window.height * window_pitch(window));

  // TODO(lab08): the state from `starts`; then every window: load it, filter it, store it as the
  // first or add to it as the second; a barrier wherever threads exchange pixels (about 35 lines)
  // END TODO
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  // TODO(lab08): a block a stripe and section, two threads a line, two windows (about 6 lines)
  // END TODO
}

}  // namespace lab08
