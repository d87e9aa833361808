/// @file
/// Lab 08, stage algorithm_a: a block of window.height x 2 threads, threadIdx.y is the direction.
/// Copies are a template over the direction of the lines; all threads of the block copy both
/// windows together.
#include <cooperative_groups.h>

#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

namespace lab08 {
namespace {

__host__ __device__ constexpr int odd(int n) {
  return n % 2 == 0 ? n + 1 : n;
}

/// What a direction works on at a step: pixels [first, first + width) of the stripe.
struct Tile {
  float4* shared;
  int first, width;
};

template <bool kRows>
struct Stripe {
  Lines lines;
  int window_width, height, first_line, lines_here;

  __device__ int place(int row, int k) const {
    return kRows ? (first_line + row) * lines.line_step + k
                 : first_line + row + k * lines.pixel_step;
  }

  /// action(row, column) by all the block's threads, neighbours side by side in the image. Counts
  /// over a full window, so that a row of it always begins at the same thread of a quarter warp.
  template <class Action>
  __device__ void each(const cg::thread_block& block, const Tile& tile, Action action) const {
    const int all = height * window_width;
    for (int n = block.thread_rank(); n < all; n += int(blockDim.x * blockDim.y)) {
      const int row = kRows ? n / window_width : n % height;
      const int column = kRows ? n % window_width : n / height;
      if (row < lines_here && column < tile.width) action(row, column);
    }
  }
};

template <bool kRows>
__global__ void __launch_bounds__(1024)
    stripes(const float4* __restrict__ input, const float* __restrict__ spacing, float4* output,
            Lines lines, Recursion recursion, int window_width,
            const State* __restrict__ starts) {
  extern __shared__ float4 memory[];
  const cg::thread_block block = cg::this_thread_block();
  const int height = blockDim.x;
  const int pitch = odd(window_width);
  const bool causal = threadIdx.y == 0;
  const int first_line = blockIdx.x * height;
  const Stripe<kRows> stripe{lines, window_width, height, first_line,
                             min(height, lines.count - first_line)};
  const bool has_line = int(threadIdx.x) < stripe.lines_here;
  const Section part = section(lines.length, gridDim.y, blockIdx.y);
  const int windows = (part.end - part.begin + window_width - 1) / window_width;

  State state = {};
  if (starts && has_line) {
    state = starts[start_index(lines, gridDim.y, causal ? 0 : 1, blockIdx.y,
                               first_line + threadIdx.x)];
  }
  float4 previous = {};
  bool fresh = true;

  for (int step = 0; step < windows; ++step) {
    Tile tiles[2];
    for (int way = 0; way < 2; ++way) {
      const int number = way == 0 ? step : windows - 1 - step;
      const int first = part.begin + number * window_width;
      tiles[way] = {memory + way * height * pitch, first, min(window_width, part.end - first)};
    }
    for (const Tile& tile : tiles) {
      stripe.each(block, tile, [&](int row, int column) {
        const int at = stripe.place(row, tile.first + column);
        float4 pixel = input[at];
        pixel.w = spacing[at];
        tile.shared[row * pitch + column] = pixel;
      });
    }
    block.sync();

    // In the middle both directions are at the same window; the causal pass stores there.
    const int opposite = windows - 1 - step;
    const bool causal_stores = step <= opposite;
    const bool anticausal_stores = step < opposite;
    if (has_line) {
      const Tile& tile = tiles[causal ? 0 : 1];
      const bool stores = causal ? causal_stores : anticausal_stores;
      float4* const line = tile.shared + threadIdx.x * pitch;
      for (int n = 0; n < tile.width; ++n) {
        const int at = causal ? n : tile.width - 1 - n;
        const float4 pixel = line[at];
        if (!fresh) {
          advance(state, recursion, causal ? pixel.w : previous.w, previous, pixel);
        }
        fresh = false;
        previous = pixel;
        line[at] = add_real(stores ? pixel : make_float4(0.0f, 0.0f, 0.0f, 0.0f), state);
      }
    }
    block.sync();

    for (int way = 0; way < 2; ++way) {
      const Tile& tile = tiles[way];
      const bool stores = way == 0 ? causal_stores : anticausal_stores;
      stripe.each(block, tile, [&](int row, int column) {
        float4* const target = output + stripe.place(row, tile.first + column);
        const float4 mine = tile.shared[row * pitch + column];
        if (stores) {
          *target = mine;
        } else {
          const float4 old = *target;
          *target = make_float4(old.x + mine.x, old.y + mine.y, old.z + mine.z, 0.0f);
        }
      });
    }
    // The next windows go where these are still being read from, and what was stored now may be
    // added to by other threads in the next step.
    block.sync();
  }
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  const dim3 grid((lines.count - 1) / window.height + 1, blocks_per_stripe);
  const dim3 block(window.height, 2);
  const std::size_t bytes = 2 * sizeof(float4) * odd(window.width) * window.height;
  if (lines.pixel_step == 1) {
    stripes<true><<<grid, block, bytes, stream>>>(d_input, d_spacing, d_output, lines, recursion,
                                                  window.width, d_starts);
  } else {
    stripes<false><<<grid, block, bytes, stream>>>(d_input, d_spacing, d_output, lines, recursion,
                                                   window.width, d_starts);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
