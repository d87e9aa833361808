/// @file
/// Lab 08, stage algorithm_a: stripes through shared memory. Read README.md first.
/// Loads and stores go along the rows of the image whatever the direction of the filter; the
/// recursion runs in shared memory, where any order is as good as long as the banks do not collide.
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
  const bool along = at.lines.pixel_step == 1;
  for (int n = at.thread; n < at.window.width * at.window.height; n += at.threads) {
    const int k = along ? n % at.window.width : n / at.window.height;
    const int line = along ? n / at.window.width : n % at.window.height;
    if (at.first_line + line < at.lines.count && at.first + k < at.end) {
      copy(line * window_pitch(at.window) + k,
           (at.first_line + line) * at.lines.line_step + (at.first + k) * at.lines.pixel_step);
    }
  }
}

/// Turns `count` pixels of one line, in shared memory with their spacings in w, into h or pixel +
/// h. `state` and `before`, the pixel that was visited last, go on from window to window; at the
/// very first pixel the state is there already.
__device__ void filter_line(float4* pixels, int count, bool causal, bool at_start, bool with_pixel,
                            const Recursion& recursion, State& state, float4& before) {
  for (int n = 0; n < count; ++n) {
    float4& place = pixels[causal ? n : count - 1 - n];
    const float4 here = place;
    // The spacing between two pixels stands at the later one.
    const float delta = causal ? here.w : before.w;
    if (!at_start || n > 0) advance(state, recursion, delta, before, here);
    place = add_real(with_pixel ? here : float4{}, state);
    before = here;
  }
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
  const int pixels = window.height * window_pitch(window);
  float4* const mine = windows + (causal ? 0 : pixels);
  const float4* const other = windows + (causal ? pixels : 0);

  State state = {};
  float4 before = {};
  if (starts != nullptr && line < lines.count) {
    state = starts[start_index(lines, gridDim.y, causal ? 0 : 1, blockIdx.y, line)];
  }
  for (int step = 0; step < count; ++step) {
    const int n = causal ? step : count - 1 - step;
    const bool comes_first = causal ? 2 * n < count : 2 * n >= count;
    const int first = part.begin + n * window.width;
    const Place at = {lines,  window,       int(blockIdx.x) * window.height, first, part.end,
                      thread, window.height};
    for_each_pixel(at, [&](int place, int pixel) {
      float4 value = input[pixel];
      value.w = spacing[pixel];
      mine[place] = value;  // one store of 16 bytes
    });
    __syncthreads();  // the windows are complete
    if (line < lines.count) {
      filter_line(mine + thread * window_pitch(window), min(window.width, part.end - first), causal,
                  step == 0, comes_first, recursion, state, before);
    }
    __syncthreads();  // both windows are filtered
    // In the middle both halves have the same window; there one of them stores the sum of both.
    const bool in_middle = 2 * n + 1 == count;
    if (causal || !in_middle) {
      for_each_pixel(at, [&](int place, int pixel) {
        float4 sum = mine[place];
        if (in_middle || !comes_first) {
          const float4 more = in_middle ? other[place] : output[pixel];
          sum.x += more.x, sum.y += more.y, sum.z += more.z;
        }
        output[pixel] = make_float4(sum.x, sum.y, sum.z, 0.0f);
      });
    }
    __syncthreads();  // the middle window of the other half is not read any more
  }
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  const dim3 grid((lines.count + window.height - 1) / window.height, blocks_per_stripe);
  const std::size_t shared_bytes =
      2 * sizeof(float4) * std::size_t(window_pitch(window)) * window.height;
  filter_stripe<<<grid, 2 * window.height, shared_bytes, stream>>>(
      d_input, d_spacing, d_output, lines, recursion, window, d_starts);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
