/// @file
/// Lab 08, stage algorithm_a: stripes through shared memory. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "walk.cuh"

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

/// Block (x, y) filters section y of the lines of stripe x. Two rounds of windows: in the first
/// half of the turns each half of the threads stores, in the second it adds to what the other half
/// has stored. If the number of windows is odd, both have the middle one to themselves in between.
__global__ void __launch_bounds__(1024)
    filter_stripe(const float4* __restrict__ input, const float* __restrict__ spacing,
                  float4* output, Lines lines, Recursion recursion, Window window,
                  const State* __restrict__ starts) {
  extern __shared__ float4 windows[];
  const int height = window.height;
  const int pitch = window_pitch(window);
  const int half = int(threadIdx.x) / height;  // 0 causal, 1 anticausal
  const int thread = int(threadIdx.x) - half * height;
  const int line = blockIdx.x * height + thread;
  const Section part = section(lines.length, gridDim.y, blockIdx.y);
  const int count = part.end > part.begin ? (part.end - part.begin - 1) / window.width + 1 : 0;
  float4* const mine = windows + half * height * pitch;
  Place at{lines, window, int(blockIdx.x) * height, 0, part.end, thread, height};
  Walker walker;
  if (starts != nullptr && line < lines.count && count > 0) {
    walker.state = starts[start_index(lines, gridDim.y, half, blockIdx.y, line)];
  }

  const auto load = [&](int turn) {
    at.first = part.begin + (half == 0 ? turn : count - 1 - turn) * window.width;
    for_each_pixel(at, [&](int shared, int global) {
      const float4 pixel = input[global];
      mine[shared] = make_float4(pixel.x, pixel.y, pixel.z, spacing[global]);
    });
    __syncthreads();
  };
  const auto filter = [&](bool with_pixel) {
    if (line < lines.count) {
      float4* const pixels = mine + thread * pitch;
      const int length = min(window.width, part.end - at.first);
      if (half == 0) {
        with_pixel ? walker.go<true, true>(pixels, length, recursion)
                   : walker.go<true, false>(pixels, length, recursion);
      } else {
        with_pixel ? walker.go<false, true>(pixels, length, recursion)
                   : walker.go<false, false>(pixels, length, recursion);
      }
    }
    __syncthreads();
  };
  const auto store = [&] {
    for_each_pixel(at, [&](int shared, int global) { output[global] = mine[shared]; });
  };

  int turn = 0;
  for (; turn < count / 2; ++turn) {
    load(turn);
    filter(true);
    store();
    __syncthreads();
  }
  if (count % 2 == 1) {
    // Both have the same window here: it is summed in shared memory and stored by one half.
    load(turn);
    filter(half == 0);
    const float4* const others = windows + height * pitch;
    if (half == 0) {
      for_each_pixel(at, [&](int shared, int global) {
        const float4 p = mine[shared];
        const float4 q = others[shared];
        output[global] = {p.x + q.x, p.y + q.y, p.z + q.z, 0.0f};
      });
    }
    __syncthreads();
    ++turn;
  }
  for (; turn < count; ++turn) {
    load(turn);
    filter(false);
    for_each_pixel(at, [&](int shared, int global) {
      float4 sum = output[global];
      const float4 h = mine[shared];
      sum.x += h.x;
      sum.y += h.y;
      sum.z += h.z;
      output[global] = sum;
    });
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
