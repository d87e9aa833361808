/// @file
/// Lab 08, stage algorithm_a: stripes through shared memory, a block of two rows of threads.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

/// The next odd number: eight lines meet 32 different banks.
__host__ __device__ constexpr int odd(int width) { return width + (width + 1) % 2; }

/// The part of the image that a window shows; edges of the image are cut off.
struct View {
  int first_line, first_pixel;
  int lines, pixels;
};

/// Calls visit(shared, global) for each pixel of the view, neighbouring threads at neighbouring
/// addresses. The number of threads is the window's height.
template <bool kRows, typename Visit>
__device__ void each_pixel(const View& view, const Lines& lines, const Window& window,
                           Visit visit) {
  const int pitch = odd(window.width);
  const int base = view.first_line * lines.line_step + view.first_pixel * lines.pixel_step;
  if constexpr (kRows) {
    // The threads lie along the lines, one line after another.
    for (int i = threadIdx.x; i < view.lines * window.width; i += window.height) {
      const int line = i / window.width;
      const int k = i - line * window.width;
      if (k < view.pixels) visit(line * pitch + k, base + line * lines.line_step + k);
    }
  } else {
    // A thread has a line, all threads the same pixel of it.
    const int line = threadIdx.x;
    if (line < view.lines) {
      for (int k = 0; k < view.pixels; ++k) {
        visit(line * pitch + k, base + line + k * lines.pixel_step);
      }
    }
  }
}

__device__ float4 plus(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, 0.0f);
}

template <bool kRows>
__global__ void __launch_bounds__(1024)
    stripe_kernel(const float4* __restrict__ input, const float* __restrict__ spacing,
                  float4* output, Lines lines, Recursion recursion, Window window,
                  const State* __restrict__ starts) {
  extern __shared__ float4 shared_pixels[];
  const bool backward = threadIdx.y == 1;
  const int pitch = odd(window.width);
  float4* const tile = shared_pixels + threadIdx.y * (window.height * pitch);

  const int stripe = blockIdx.x * window.height;
  const int line = stripe + threadIdx.x;
  const bool has_line = line < lines.count;
  const Section part = section(lines.length, gridDim.y, blockIdx.y);
  if (part.begin >= part.end) return;  // the whole block
  const int windows = (part.end - part.begin - 1) / window.width + 1;

  State state = {};
  if (has_line && starts) {
    state = starts[start_index(lines, gridDim.y, threadIdx.y, blockIdx.y, line)];
  }
  float4 previous = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  bool first_step = true;

  for (int turn = 0; turn < windows; ++turn) {
    const int number = backward ? windows - 1 - turn : turn;
    // Stored by the half that comes first, the causal one if both come in the same turn.
    const bool stores = backward ? 2 * turn < windows - 1 : 2 * turn <= windows - 1;
    View view;
    view.first_line = stripe;
    view.first_pixel = part.begin + number * window.width;
    view.lines = min(window.height, lines.count - stripe);
    view.pixels = min(window.width, part.end - view.first_pixel);

    each_pixel<kRows>(view, lines, window, [=](int shared, int global) {
      const float4 p = input[global];
      tile[shared] = make_float4(p.x, p.y, p.z, spacing[global]);
    });
    __syncthreads();

    if (has_line) {
      float4* const own = tile + threadIdx.x * pitch;
      for (int n = 0; n < view.pixels; ++n) {
        float4* const at = own + (backward ? view.pixels - 1 - n : n);
        const float4 here = *at;
        if (!first_step) advance(state, recursion, backward ? previous.w : here.w, previous, here);
        first_step = false;
        previous = here;
        *at = add_real(stores ? here : float4{}, state);
      }
    }
    __syncthreads();

    if (stores) {
      each_pixel<kRows>(view, lines, window,
                        [=](int shared, int global) { output[global] = tile[shared]; });
    }
    __syncthreads();  // in the middle the other half adds to what has just been stored
    if (!stores) {
      each_pixel<kRows>(view, lines, window, [=](int shared, int global) {
        output[global] = plus(output[global], tile[shared]);
      });
    }
    __syncthreads();
  }
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  const dim3 grid((lines.count + window.height - 1) / window.height, blocks_per_stripe);
  const dim3 block(window.height, 2);
  const std::size_t bytes = sizeof(float4) * 2 * window.height * odd(window.width);
  // In an image of one column both steps of rows() are 1, and either kernel is right.
  const auto kernel = lines.pixel_step == 1 ? stripe_kernel<true> : stripe_kernel<false>;
  kernel<<<grid, block, bytes, stream>>>(d_input, d_spacing, d_output, lines, recursion, window,
                                         d_starts);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
