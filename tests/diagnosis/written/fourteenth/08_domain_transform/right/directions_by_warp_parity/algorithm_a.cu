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
  return window.width | 1;
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
  const int pitch = window_pitch(at.window);
  const int size = at.window.width * at.window.height;
  const bool along = at.lines.pixel_step == 1;
  for (int i = at.thread; i < size; i += at.threads) {
    const int line = along ? i / at.window.width : i % at.window.height;
    const int k = along ? i % at.window.width : i / at.window.height;
    if (at.first_line + line < at.lines.count && at.first + k < at.end) {
      copy(line * pitch + k, (at.first_line + line) * at.lines.line_step +
                                 (at.first + k) * at.lines.pixel_step);
    }
  }
}

/// Turns `count` pixels of one line, in shared memory with their spacings in w, into h or pixel +
/// h. `state` and `before`, the pixel that was visited last, go on from window to window; at the
/// very first pixel the state is there already.
__device__ void filter_line(float4* pixels, int count, bool causal, bool at_start, bool with_pixel,
                            const Recursion& recursion, State& state, float4& before) {
  for (int i = 0; i < count; ++i) {
    float4& place = pixels[causal ? i : count - 1 - i];
    const float4 here = place;
    if (!at_start || i > 0) {
      // The spacing stands at the later pixel of the two.
      const float delta = causal ? here.w : before.w;
      advance(state, recursion, delta, before, here);
    }
    before = here;
    place = add_real(with_pixel ? here : make_float4(0.0f, 0.0f, 0.0f, 0.0f), state);
  }
}

/// Block (x, y) filters section y of the lines of stripe x. Warps with an even number are causal, the
/// others anticausal, one thread a line; each half has a window of its own, and they go opposite
/// ways. Who comes to a window first stores pixel + h, the other adds its h.
__global__ void __launch_bounds__(1024) filter_stripe(const float4* __restrict__ input, const float* __restrict__ spacing,
                              float4* output, Lines lines, Recursion recursion, Window window,
                              const State* __restrict__ starts) {
  extern __shared__ float4 windows[];
  const int warp = threadIdx.x / 32;
  const bool causal = warp % 2 == 0;
  const int thread = warp / 2 * 32 + int(threadIdx.x) % 32;  // of its half
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
  for (int turn = 0; turn < count; ++turn) {
    const int number = causal ? turn : count - 1 - turn;
    at.first = part.begin + number * window.width;
    // In the middle both may meet in one window; then the anticausal half goes first.
    const int others_turn = count - 1 - turn;
    const bool is_first = causal ? turn < others_turn : turn <= others_turn;

    for_each_pixel(at, [&](int shared, int global) {
      float4 pixel = input[global];
      pixel.w = spacing[global];
      mine[shared] = pixel;
    });
    __syncthreads();
    if (line < lines.count) {
      const int pixels = min(window.width, part.end - at.first);
      filter_line(mine + thread * window_pitch(window), pixels, causal, turn == 0, is_first,
                  recursion, state, before);
    }
    __syncthreads();
    if (is_first) {
      for_each_pixel(at, [&](int shared, int global) { output[global] = mine[shared]; });
    }
    __syncthreads();
    if (!is_first) {
      for_each_pixel(at, [&](int shared, int global) {
        const float4 add = mine[shared];
        float4 sum = output[global];
        sum.x += add.x;
        sum.y += add.y;
        sum.z += add.z;
        output[global] = sum;
      });
    }
    __syncthreads();
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
