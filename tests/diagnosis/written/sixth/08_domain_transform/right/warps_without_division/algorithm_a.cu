/// @file
/// Lab 08, stage algorithm_a: each copying thread goes on by additions instead of divisions, the
/// direction is a template parameter, and a line is walked with a pointer and a stride.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

/// The next odd number, unless the width is odd.
__host__ __device__ constexpr int odd(int width) {
  return width + (width + 1) % 2;
}

/// What a half block is in front of: a window of pixels [first, end) of lines [top, bottom).
struct View {
  int top, bottom, first, end;
};

/// visit(place in the window, place in the image) for this thread's share of the pixels in view.
/// In rows neighbouring threads have neighbouring pixels of a line, in columns neighbouring lines.
template <bool kRows, typename Visit>
__device__ void share(const View& view, const Lines& lines, Window window, int thread,
                      Visit visit) {
  const int pitch = odd(window.width);
  const int seen = min(window.width, view.end - view.first);
  if (kRows) {
    // The numbers thread, thread + height, thread + 2 height, ... of width * height pixels.
    const int more_rows = window.height / window.width;
    const int more_columns = window.height % window.width;
    int row = thread / window.width;
    int column = thread % window.width;
    while (row < window.height) {
      if (view.top + row < view.bottom && column < seen) {
        visit(row * pitch + column,
              (view.top + row) * lines.line_step + (view.first + column) * lines.pixel_step);
      }
      row += more_rows;
      column += more_columns;
      if (column >= window.width) {
        column -= window.width;
        ++row;
      }
    }
  } else if (view.top + thread < view.bottom) {
    int in_image = (view.top + thread) * lines.line_step + view.first * lines.pixel_step;
    for (int column = 0; column < seen; ++column) {
      visit(thread * pitch + column, in_image);
      if (column + 1 < seen) in_image += lines.pixel_step;
    }
  }
}

/// A walk along a line, from window to window.
struct Walker {
  State state;
  float4 behind;  // the pixel visited last, its spacing in w
  bool started;

  /// `count` pixels from `pixel` on, `stride` apart (1 or -1); replaces each by keep * pixel + h.
  __device__ void walk(float4* pixel, int stride, int count, float keep,
                       const Recursion& recursion) {
    for (; count > 0; --count, pixel += stride) {
      const float4 here = *pixel;
      if (started) advance(state, recursion, stride > 0 ? here.w : behind.w, behind, here);
      *pixel = add_real({keep * here.x, keep * here.y, keep * here.z, 0.0f}, state);
      behind = here;
      started = true;
    }
  }
};

template <bool kRows>
__global__ void __launch_bounds__(1024)
    filter_stripe(const float4* __restrict__ input, const float* __restrict__ spacing,
                  float4* output, Lines lines, Recursion recursion, Window window,
                  const State* __restrict__ starts) {
  extern __shared__ float4 shared[];
  const int half = int(threadIdx.x) >= window.height ? 1 : 0;  // 1 is the anticausal one
  const int thread = int(threadIdx.x) - half * window.height;
  const int pitch = odd(window.width);
  float4* const mine = shared + half * pitch * window.height;

  const Section part = section(lines.length, gridDim.y, blockIdx.y);
  const int windows = (part.end - part.begin + window.width - 1) / window.width;
  View view;
  view.top = blockIdx.x * window.height;
  view.bottom = lines.count;
  view.end = part.end;
  const int line = view.top + thread;
  const bool works = line < lines.count;

  Walker walker = {};
  if (works && starts) {
    walker.state = starts[start_index(lines, gridDim.y, half, blockIdx.y, line)];
  }
  for (int turn = 0; turn < windows; ++turn) {
    const int number = half ? windows - 1 - turn : turn;
    view.first = part.begin + number * window.width;
    share<kRows>(view, lines, window, thread, [&](int in_window, int in_image) {
      const float4 pixel = input[in_image];
      mine[in_window] = {pixel.x, pixel.y, pixel.z, spacing[in_image]};
    });
    __syncthreads();

    // Before the middle all are first, after it all second, and in it the causal half is first.
    const bool first = 2 * turn + half < windows;
    if (works) {
      const int count = min(window.width, part.end - view.first);
      float4* const near = mine + thread * pitch;
      walker.walk(half ? near + count - 1 : near, half ? -1 : 1, count, first ? 1.0f : 0.0f,
                  recursion);
    }
    __syncthreads();

    if (first) {
      share<kRows>(view, lines, window, thread,
                   [&](int in_window, int in_image) { output[in_image] = mine[in_window]; });
    }
    __syncthreads();
    if (!first) {
      share<kRows>(view, lines, window, thread, [&](int in_window, int in_image) {
        const float4 a = output[in_image], b = mine[in_window];
        output[in_image] = {a.x + b.x, a.y + b.y, a.z + b.z, 0.0f};
      });
    }
  }
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  const dim3 grid((lines.count + window.height - 1) / window.height, blocks_per_stripe);
  const std::size_t bytes = 2 * sizeof(float4) * odd(window.width) * window.height;
  const auto kernel = lines.pixel_step == 1 ? filter_stripe<true> : filter_stripe<false>;
  kernel<<<grid, 2 * window.height, bytes, stream>>>(d_input, d_spacing, d_output, lines, recursion,
                                                     window, d_starts);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
