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
  return window.width + (window.width % 2 == 0 ? 1 : 0);
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
  // A table of u by v pixels, u along memory: neighbouring threads differ in u.
  const bool along = at.lines.pixel_step == 1;
  const int us = along ? min(at.window.width, at.end - at.first)
                       : min(at.window.height, at.lines.count - at.first_line);
  const int vs = along ? min(at.window.height, at.lines.count - at.first_line)
                       : min(at.window.width, at.end - at.first);
  const int pitch = window_pitch(at.window);
  const int u_shared = along ? 1 : pitch;
  const int v_shared = along ? pitch : 1;
  const int u_image = along ? at.lines.pixel_step : at.lines.line_step;
  const int v_image = along ? at.lines.line_step : at.lines.pixel_step;
  const int corner = at.first_line * at.lines.line_step + at.first * at.lines.pixel_step;
  int u = at.thread;
  int v = 0;
  while (true) {
    while (u >= us) {
      u -= us;
      ++v;
    }
    if (v >= vs) return;
    copy(v * v_shared + u * u_shared, corner + v * v_image + u * u_image);
    u += at.threads;
  }
}

/// Turns `count` pixels of one line, in shared memory with their spacings in w, into h or pixel +
/// h. `state` and `before`, the pixel that was visited last, go on from window to window; at the
/// very first pixel the state is there already.
__device__ void filter_line(float4* pixels, int count, bool causal, bool at_start, bool with_pixel,
                            const Recursion& recursion, State& state, float4& before) {
  const int step = causal ? 1 : -1;
  float4* place = causal ? pixels : pixels + count - 1;
  const auto finish = [&](float4 here) {
    const float share = with_pixel ? 1.0f : 0.0f;
    *place = add_real(make_float4(share * here.x, share * here.y, share * here.z, 0.0f), state);
    before = here;
    place += step;
  };
  int left = count;
  if (at_start) {
    finish(*place);
    --left;
  }
  while (left-- > 0) {
    const float4 here = *place;
    advance(state, recursion, (causal ? here : before).w, before, here);
    finish(here);
  }
}

/// Block (x, y) filters section y of the lines of stripe x. The first half of its threads is
/// causal, the other anticausal, one thread a line; each half has a window of its own, and they go
/// opposite ways. Who comes to a window first stores pixel + h, the other adds its h.
__global__ void __launch_bounds__(1024) filter_stripe(const float4* __restrict__ input, const float* __restrict__ spacing,
                              float4* output, Lines lines, Recursion recursion, Window window,
                              const State* __restrict__ starts) {
  extern __shared__ float4 windows[];
  const bool causal = int(threadIdx.x) < window.height;
  const int thread = int(threadIdx.x) % window.height;
  const int line = blockIdx.x * window.height + thread;
  const Section part = section(lines.length, gridDim.y, blockIdx.y);
  const int count = (part.end - part.begin + window.width - 1) / window.width;
  float4* const mine = windows + (causal ? 0 : window.height * window_pitch(window));

  State state = {};
  if (starts != nullptr && line < lines.count && count > 0) {
    state = starts[start_index(lines, gridDim.y, causal ? 0 : 1, blockIdx.y, line)];
  }
  float4 before = {};
  Place at{lines, window, int(blockIdx.x) * window.height, 0, part.end, thread, window.height};
  int mine_next = causal ? 0 : count - 1;  // number of the window
  int others_next = count - 1 - mine_next;
  bool passed = false;  // the other half has been where this one goes now
  for (int turns = count; turns > 0; --turns) {
    at.first = part.begin + mine_next * window.width;
    const bool both_here = mine_next == others_next;
    if (both_here) passed = !causal;  // then the causal half goes first

    for_each_pixel(at, [&](int shared, int global) {
      const float4 pixel = input[global];
      mine[shared] = {pixel.x, pixel.y, pixel.z, spacing[global]};
    });
    __syncthreads();
    if (line < lines.count) {
      const int pixels = min(at.first + window.width, part.end) - at.first;
      filter_line(mine + thread * window_pitch(window), pixels, causal, turns == count, !passed,
                  recursion, state, before);
    }
    for (int phase = 0; phase < 2; ++phase) {
      __syncthreads();
      if ((phase == 1) != passed) continue;
      for_each_pixel(at, [&](int shared, int global) {
        float4 sum = mine[shared];
        if (phase == 1) {
          const float4 others = output[global];
          sum.x += others.x;
          sum.y += others.y;
          sum.z += others.z;
        }
        output[global] = sum;
      });
    }
    __syncthreads();
    // Side by side now, they have crossed after this turn.
    const int away = others_next > mine_next ? others_next - mine_next : mine_next - others_next;
    if (both_here || away == 1) passed = true;
    mine_next += causal ? 1 : -1;
    others_next -= causal ? 1 : -1;
  }
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  const int stripes = (lines.count + window.height - 1) / window.height;
  const dim3 grid(stripes, blocks_per_stripe);
  const std::size_t bytes = 2 * std::size_t(window.height) * window_pitch(window) * sizeof(float4);
  filter_stripe<<<grid, 2 * window.height, bytes, stream>>>(d_input, d_spacing, d_output, lines,
                                                            recursion, window, d_starts);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
