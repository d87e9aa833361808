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
  for (int n = at.thread; n < size; n += at.threads) {
    const int row = along ? n / at.window.width : n % at.window.height;
    const int column = along ? n % at.window.width : n / at.window.height;
    const int line = at.first_line + row;
    const int k = at.first + column;
    if (line >= at.lines.count || k >= at.end) continue;
    copy(row * pitch + column, line * at.lines.line_step + k * at.lines.pixel_step);
  }
}

/// Turns `count` pixels of one line, in shared memory with their spacings in w, into h or pixel +
/// h. `state` and `before`, the pixel that was visited last, go on from window to window; at the
/// very first pixel the state is there already.
__device__ void filter_line(float4* pixels, int count, bool causal, bool at_start, bool with_pixel,
                            const Recursion& recursion, State& state, float4& before) {
  for (int n = 0; n < count; ++n) {
    float4& pixel = pixels[causal ? n : count - 1 - n];
    const float4 here = pixel;
    // The spacing of two neighbours stands at the later one in the line.
    if (n > 0 || !at_start) advance(state, recursion, causal ? here.w : before.w, before, here);
    const float4 base = with_pixel ? here : float4{0.0f, 0.0f, 0.0f, 0.0f};
    pixel = add_real(base, state);
    before = here;
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
  if (starts != nullptr && line < lines.count) {
    state = starts[start_index(lines, gridDim.y, causal ? 0 : 1, blockIdx.y, line)];
  }
  float4 before = {};
  const int pitch = window_pitch(window);
  // Loads window `number`, filters it, and gives each of its pixels to `store`.
  const auto visit = [&](int step, bool with_pixel, auto store) {
    const int number = causal ? step : count - 1 - step;
    const int first = part.begin + number * window.width;
    const Place place{lines,  window,          int(blockIdx.x) * window.height, first, part.end,
                      thread, window.height};
    for_each_pixel(place, [=](int here, int there) {
      float4 pixel = __ldg(input + there);
      pixel.w = __ldg(spacing + there);
      mine[here] = pixel;
    });
    __syncthreads();
    if (line < lines.count) {
      filter_line(mine + thread * pitch, min(window.width, part.end - first), causal, step == 0,
                  with_pixel, recursion, state, before);
    }
    __syncthreads();
    for_each_pixel(place, [=](int here, int there) { store(mine[here], output + there); });
  };
  const auto set = [](float4 value, float4* place) { *place = value; };
  const auto add = [](float4 value, float4* place) {
    float4 sum = *place;
    sum.x += value.x;
    sum.y += value.y;
    sum.z += value.z;
    *place = sum;
  };

  int step = 0;
  for (; step < count / 2; ++step) visit(step, true, set);
  if (count % 2 == 1) {
    // Both halves are in the middle window: the causal one stores at once, the other keeps its
    // values in its window until after the barrier.
    visit(step, causal, [&](float4 value, float4* place) {
      if (causal) *place = value;
    });
    __syncthreads();
    if (!causal) {
      const Place place{lines,  window,       int(blockIdx.x) * window.height,
                        part.begin + step * window.width, part.end, thread, window.height};
      for_each_pixel(place, [=](int here, int there) { add(mine[here], output + there); });
    }
    ++step;
  }
  for (; step < count; ++step) visit(step, false, add);
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
