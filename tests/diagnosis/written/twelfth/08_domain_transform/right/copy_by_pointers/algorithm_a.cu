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
  const int pitch = window_pitch(at.window);
  const int inner = at.lines.pixel_step == 1 ? at.window.width : at.window.height;
  const int total = at.window.width * at.window.height;
  int fast = at.thread % inner, slow = at.thread / inner;  // counters instead of divisions
  for (int n = at.thread; n < total; n += at.threads) {
    const int k = at.lines.pixel_step == 1 ? fast : slow;
    const int line = at.lines.pixel_step == 1 ? slow : fast;
    const int image_line = at.first_line + line, image_k = at.first + k;
    if (image_line < at.lines.count && image_k < at.end) {
      copy(line * pitch + k, image_line * at.lines.line_step + image_k * at.lines.pixel_step);
    }
    for (fast += at.threads; fast >= inner; fast -= inner) ++slow;
  }
}

/// Turns `count` pixels of one line, in shared memory with their spacings in w, into h or pixel +
/// h. `state` and `before`, the pixel that was visited last, go on from window to window; at the
/// very first pixel the state is there already.
__device__ void filter_line(float4* pixels, int count, bool causal, bool at_start, bool with_pixel,
                            const Recursion& recursion, State& state, float4& before) {
  const int step = causal ? 1 : -1;
  float4* place = causal ? pixels : pixels + count - 1;
  bool have_before = !at_start;
  while (count-- > 0) {
    const float4 here = *place;
    const float4 share = with_pixel ? here : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (have_before) advance(state, recursion, (causal ? here : before).w, before, here);
    *place = add_real(share, state);
    place += step;
    before = here;
    have_before = true;
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
  float4* const mine = windows + (causal ? 0 : window.height * window_pitch(window));

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
    // In turns: in the middle both halves have the same window.
    const auto store = [&] {
      for_each_pixel(at, [&](int place, int pixel) {
        float4 sum = mine[place];
        if (!comes_first) {
          const float4 old = output[pixel];
          sum.x += old.x, sum.y += old.y, sum.z += old.z;
        }
        sum.w = 0.0f;
        output[pixel] = sum;
      });
    };
    __syncthreads();
    if (causal) store();
    __syncthreads();
    if (!causal) store();
    // No barrier here: a thread loads the next window's pixels into the places it stored itself.
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
