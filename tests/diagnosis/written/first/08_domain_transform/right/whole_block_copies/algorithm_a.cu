/// @file
/// Lab 08, stage algorithm_a: all threads of a block copy both windows, one after the other, so that
/// each pixel of the image belongs to one thread; in the middle both parts are added at once.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kMaxThreads = 1024;

__host__ __device__ constexpr int odd(int n) {
  return n % 2 == 0 ? n + 1 : n;
}

/// Calls copy(place in a window, place in the image) for the pixels of `count` lines from `line` and
/// `pixels` pixels of each from `pixel`.
template <bool kAlong, typename Copy>
__device__ void share(const Lines& lines, int line, int count, int pixel, int pixels, int pitch,
                      Copy copy) {
  const int inner = kAlong ? pixels : count;
  const int corner = line * lines.line_step + pixel * lines.pixel_step;
  int fast = threadIdx.x % inner;
  int slow = threadIdx.x / inner;
  const int fast_step = blockDim.x % inner, slow_step = blockDim.x / inner;
  while (slow < (kAlong ? count : pixels)) {
    const int l = kAlong ? slow : fast, k = kAlong ? fast : slow;
    copy(l * pitch + k, corner + l * lines.line_step + k * lines.pixel_step);
    slow += slow_step;
    if ((fast += fast_step) >= inner) {
      fast -= inner;
      ++slow;
    }
  }
}

template <bool kAlong>
__global__ void __launch_bounds__(kMaxThreads)
    sweep(const float4* __restrict__ input, const float* __restrict__ spacing, float4* output,
          Lines lines, Recursion recursion, Window window, const State* __restrict__ starts) {
  extern __shared__ float4 memory[];
  const int pitch = odd(window.width);
  float4* const there = memory;
  float4* const back = memory + pitch * window.height;

  const auto [begin, end] = section(lines.length, gridDim.y, blockIdx.y);
  const int first_line = blockIdx.x * window.height;
  const int count = min(window.height, lines.count - first_line);

  const int direction = threadIdx.x / window.height;  // 0 there, 1 back
  const int local = threadIdx.x - direction * window.height;
  const bool busy = local < count;
  float4* const row = (direction == 0 ? there : back) + local * pitch;

  State state{};
  if (busy && starts && begin < end) {
    state = starts[start_index(lines, gridDim.y, direction, blockIdx.y, first_line + local)];
  }
  float4 before{};
  bool fresh = true;

  int low = begin, high = end > begin ? begin + (end - begin - 1) / window.width * window.width : 0;
  for (; low < end; low += window.width, high -= window.width) {
    const int low_pixels = min(window.width, end - low);
    const int high_pixels = min(window.width, end - high);
    const auto load = [&](float4* to) {
      return [=](int place, int pixel) {
        const float4 p = input[pixel];
        to[place] = make_float4(p.x, p.y, p.z, spacing[pixel]);
      };
    };
    share<kAlong>(lines, first_line, count, low, low_pixels, pitch, load(there));
    share<kAlong>(lines, first_line, count, high, high_pixels, pitch, load(back));
    __syncthreads();

    if (busy) {
      const int n = direction == 0 ? low_pixels : high_pixels;
      float4* p = direction == 0 ? row : row + n - 1;
      const int step = direction == 0 ? 1 : -1;
      // The part of the first visitor holds the pixel; in the middle that is the causal one.
      const bool holds_pixel = direction == 0 ? low <= high : low < high;
      for (int i = 0; i < n; ++i, p += step) {
        const float4 here = *p;
        if (!fresh) advance(state, recursion, direction == 0 ? here.w : before.w, before, here);
        fresh = false;
        before = here;
        *p = add_real(holds_pixel ? here : make_float4(0, 0, 0, 0), state);
      }
    }
    __syncthreads();

    const auto plus = [](const float4& a, const float4& b) {
      return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, 0.0f);
    };
    if (low == high) {
      share<kAlong>(lines, first_line, count, low, low_pixels, pitch, [&](int place, int pixel) {
        output[pixel] = plus(there[place], back[place]);
      });
    } else {
      const bool later = low > high;
      share<kAlong>(lines, first_line, count, low, low_pixels, pitch, [&](int place, int pixel) {
        output[pixel] = later ? plus(output[pixel], there[place]) : there[place];
      });
      share<kAlong>(lines, first_line, count, high, high_pixels, pitch, [&](int place, int pixel) {
        output[pixel] = later ? plus(output[pixel], back[place]) : back[place];
      });
    }
    __syncthreads();
  }
}

}  // namespace

void filter_stripes(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, Window window, int blocks_per_stripe,
                    const State* d_starts, cudaStream_t stream) {
  const dim3 grid((lines.count - 1) / window.height + 1, blocks_per_stripe);
  const std::size_t bytes = sizeof(float4[2]) * odd(window.width) * window.height;
  const auto kernel = lines.pixel_step == 1 ? sweep<true> : sweep<false>;
  kernel<<<grid, 2 * window.height, bytes, stream>>>(d_input, d_spacing, d_output, lines, recursion,
                                                     window, d_starts);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
