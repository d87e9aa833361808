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

/// A window in its place in the image.
struct Place {
  Lines lines;
  Window window;
  int first_line, first;  ///< its first line and pixel
  int rows, columns;      ///< how many lines and pixels of a line the image has of it
};

/// Calls copy(index in the window, index in the image) for every pixel of the window in the image;
/// `thread` is one of window.height threads. The pixels are counted along lines (kAlong) or across
/// them, so that neighbouring threads have neighbours in the image. Nothing is divided on the way:
/// the place of a thread's next pixel follows from that of its last one.
template <bool kAlong, typename Copy>
__device__ void count_pixels(const Place& at, int thread, Copy copy) {
  const int pitch = window_pitch(at.window);
  const int fast_size = kAlong ? at.window.width : at.window.height;
  const int slow_size = kAlong ? at.window.height : at.window.width;
  const int fast_step = at.window.height % fast_size;
  const int slow_step = at.window.height / fast_size;
  int fast = thread % fast_size;
  int slow = thread / fast_size;
  while (slow < slow_size) {
    const int row = kAlong ? slow : fast;
    const int column = kAlong ? fast : slow;
    if (row < at.rows && column < at.columns) {
      copy(row * pitch + column, (at.first_line + row) * at.lines.line_step +
                                     (at.first + column) * at.lines.pixel_step);
    }
    fast += fast_step;
    slow += slow_step;
    if (fast >= fast_size) {
      fast -= fast_size;
      ++slow;
    }
  }
}

template <typename Copy>
__device__ void for_each_pixel(const Place& at, int thread, Copy copy) {
  if (at.lines.pixel_step == 1) {
    count_pixels<true>(at, thread, copy);
  } else {
    count_pixels<false>(at, thread, copy);
  }
}

/// A walk along one line, window by window; kAway is 1 from the left and -1 from the right.
struct Walk {
  State state;
  float4 last;     // the pixel that was visited last
  bool has_begun;  // false at the section's first pixel, whose state is there already

  template <int kAway>
  __device__ void go(float4* at, int count, float share, const Recursion& recursion) {
    for (; count > 0; --count, at += kAway) {
      const float4 here = *at;
      if (has_begun) advance(state, recursion, kAway > 0 ? here.w : last.w, last, here);
      *at = add_real({share * here.x, share * here.y, share * here.z, 0.0f}, state);
      last = here;
      has_begun = true;
    }
  }
};

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

  Walk walk = {};
  if (starts != nullptr && line < lines.count) {
    walk.state = starts[start_index(lines, gridDim.y, causal ? 0 : 1, blockIdx.y, line)];
  }
  const int first_line = blockIdx.x * window.height;
  for (int step = 0; step < count; ++step) {
    const int first = part.begin + (causal ? step : count - 1 - step) * window.width;
    const int columns = min(window.width, part.end - first);
    const int rows = min(window.height, lines.count - first_line);
    const Place place = {lines, window, first_line, first, rows, columns};
    for_each_pixel(place, thread, [&](int in_window, int in_image) {
      const float4 pixel = input[in_image];
      mine[in_window] = {pixel.x, pixel.y, pixel.z, spacing[in_image]};
    });
    __syncthreads();

    // The middle window of an odd number is for both halves at once; the causal one stores first.
    const int remaining = count - 1 - step;
    const bool together = step == remaining;
    const bool stores = step < remaining || (together && causal);
    if (line < lines.count) {
      float4* const pixels = mine + thread * window_pitch(window);
      const float share = stores ? 1.0f : 0.0f;
      if (causal) {
        walk.go<1>(pixels, columns, share, recursion);
      } else {
        walk.go<-1>(pixels + columns - 1, columns, share, recursion);
      }
    }
    __syncthreads();

    const auto store = [&] {
      for_each_pixel(place, thread,
                     [&](int in_window, int in_image) { output[in_image] = mine[in_window]; });
    };
    const auto add = [&] {
      for_each_pixel(place, thread, [&](int in_window, int in_image) {
        const float4 sum = output[in_image], h = mine[in_window];
        output[in_image] = {sum.x + h.x, sum.y + h.y, sum.z + h.z, 0.0f};
      });
    };
    if (stores) store();
    if (together) __syncthreads();
    if (!stores) add();
  }
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  const dim3 grid((lines.count + window.height - 1) / window.height, blocks_per_stripe);
  const int threads = 2 * window.height;
  const std::size_t bytes = sizeof(float4) * 2 * window.height * window_pitch(window);
  filter_stripe<<<grid, threads, bytes, stream>>>(d_input, d_spacing, d_output, lines, recursion,
                                                  window, d_starts);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
