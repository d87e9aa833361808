// Wrong on purpose: shared memory is asked for one window, but a block has two.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

// Odd, so that pixels one line apart lie in different banks.
__host__ __device__ int pitch_of(Window win) {
  return win.width % 2 == 0 ? win.width + 1 : win.width;
}

// Half 0 of the threads goes forward, half 1 backward; a warp belongs to one half.
template <bool kRows>
__global__ void __launch_bounds__(1024)
    stripes(const float4* __restrict__ in, const float* __restrict__ gaps, float4* out, Lines lines,
            Recursion rec, Window win, const State* __restrict__ starts) {
  extern __shared__ float4 both[];
  const int pitch = pitch_of(win);
  const int half = threadIdx.x / win.height, me = threadIdx.x % win.height;
  float4* const box = both + half * win.height * pitch;
  const int line0 = blockIdx.x * win.height, line = line0 + me;
  const bool mine = line < lines.count;
  const Section sec = section(lines.length, gridDim.y, blockIdx.y);
  const int windows = (sec.end - sec.begin + win.width - 1) / win.width;

  // Calls f(cell of the box, place in the image); neighbours in the image for neighbouring threads.
  const auto each = [&](int first, auto&& f) {
    for (int cell = me; cell < win.width * win.height; cell += win.height) {
      const int l = kRows ? cell / win.width : cell % win.height;
      const int k = kRows ? cell % win.width : cell / win.height;
      if (line0 + l >= lines.count || first + k >= sec.end) continue;
      f(box[l * pitch + k], (line0 + l) * lines.line_step + (first + k) * lines.pixel_step);
    }
  };

  State s = {};
  if (starts != nullptr && mine) {
    s = starts[start_index(lines, gridDim.y, half, blockIdx.y, line)];
  }
  float4 previous = {};
  for (int turn = 0; turn < windows; ++turn) {
    const int number = half == 0 ? turn : windows - 1 - turn;
    const int first = sec.begin + number * win.width;
    const int pixels = min(win.width, sec.end - first);
    // In the middle window of an odd number, where both are at once, the backward half stores.
    const bool stores = half == 0 ? turn < windows - 1 - turn : turn <= windows - 1 - turn;

    each(first, [&](float4& cell, int place) {
      const float4 p = in[place];
      cell = make_float4(p.x, p.y, p.z, gaps[place]);
    });
    __syncthreads();

    if (mine) {
      float4* const row = box + me * pitch;
      for (int j = 0; j < pixels; ++j) {
        const int k = half == 0 ? j : pixels - 1 - j;
        const float4 p = row[k];
        if (turn > 0 || j > 0) advance(s, rec, half == 0 ? p.w : previous.w, previous, p);
        row[k] = add_real(stores ? p : float4{}, s);
        previous = p;
      }
    }
    __syncthreads();

    const auto write = [&](float4& cell, int place) {
      float4 sum = cell;
      if (!stores) {
        const float4 other = out[place];
        sum.x += other.x;
        sum.y += other.y;
        sum.z += other.z;
      }
      out[place] = sum;
    };
    if (half == 1) each(first, write);
    __syncthreads();
    if (half == 0) each(first, write);
  }
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  const dim3 blocks((lines.count + window.height - 1) / window.height, blocks_per_stripe);
  const std::size_t box = sizeof(float4) * std::size_t(window.height) * pitch_of(window);
  const auto kernel = lines.pixel_step == 1 ? stripes<true> : stripes<false>;
  kernel<<<blocks, 2 * window.height, box, stream>>>(d_input, d_spacing, d_output, lines, recursion,
                                                     window, d_starts);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
