/// @file
/// Lab 08, challenge: a warp for each line, a segment for each lane, and a scan by shuffles, without
/// shared memory and without barriers.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kLanes = 32;
constexpr int kLinesOfBlock = 4;
constexpr unsigned kAll = 0xffffffffu;

/// Steps from pixel to pixel in a row, composed, for both poles: turns h into w h + v.
struct Steps {
  Complex w[kPoles];
  State v;
};

__device__ Steps no_steps() {
  Steps none = {};
  for (int i = 0; i < kPoles; ++i) none.w[i].re = 1.0f;
  return none;
}

/// `first`, then `second`.
__device__ Steps then(const Steps& first, const Steps& second) {
  Steps both;
  for (int i = 0; i < kPoles; ++i) {
    both.w[i] = second.w[i] * first.w[i];
    for (int c = 0; c < kChannels; ++c) {
      both.v.h[i][c] = second.w[i] * first.v.h[i][c] + second.v.h[i][c];
    }
  }
  return both;
}

/// The value of the lane `distance` away, earlier on the way.
template <bool kCausal>
__device__ float from_lane(float value, int distance) {
  return kCausal ? __shfl_up_sync(kAll, value, distance) : __shfl_down_sync(kAll, value, distance);
}

template <bool kCausal>
__device__ Complex from_lane(Complex value, int distance) {
  return {from_lane<kCausal>(value.re, distance), from_lane<kCausal>(value.im, distance)};
}

template <bool kCausal>
__device__ Steps from_lane(const Steps& value, int distance) {
  Steps other;
  for (int i = 0; i < kPoles; ++i) {
    other.w[i] = from_lane<kCausal>(value.w[i], distance);
    for (int c = 0; c < kChannels; ++c) {
      other.v.h[i][c] = from_lane<kCausal>(value.v.h[i][c], distance);
    }
  }
  return other;
}

/// One direction. Lane l has pixels [begin, end) on the way there and on the way back, so it meets
/// nobody else's pixels in the output.
template <bool kCausal>
__device__ void pass(const float4* __restrict__ input, const float* __restrict__ spacing,
                     float4* output, const Lines& lines, const Recursion& recursion, int start,
                     int begin, int end) {
  const int lane = threadIdx.x;
  const int rank = kCausal ? lane : kLanes - 1 - lane;  // on the way
  // Calls visit(pixel, the one before it on the way or -1, their spacing's place).
  const auto each = [&](auto visit) {
    for (int n = 0; n < end - begin; ++n) {
      const int k = kCausal ? begin + n : end - 1 - n;
      const int from = kCausal ? k - 1 : k + 1;
      const bool is_first = kCausal ? k == 0 : k == lines.length - 1;
      const int later = kCausal ? k : k + 1;
      visit(start + k * lines.pixel_step, is_first ? -1 : start + from * lines.pixel_step,
            is_first ? -1 : start + later * lines.pixel_step);
    }
  };

  // Entered with zeros, a segment leaves v; w is the power of all of its way.
  Steps sum = no_steps();
  each([&](int at, int from, int later) {
    if (from < 0) return;
    advance(sum.v, recursion, spacing[later], input[from], input[at]);
    for (int i = 0; i < kPoles; ++i) {
      sum.w[i] = power(recursion.pole[i].rate, spacing[later]) * sum.w[i];
    }
  });

  for (int distance = 1; distance < kLanes; distance *= 2) {
    const Steps earlier = from_lane<kCausal>(sum, distance);
    if (rank >= distance) sum = then(earlier, sum);
  }
  const Steps before = from_lane<kCausal>(sum, 1);
  State state = {};
  if (rank > 0) state = before.v;

  each([&](int at, int from, int later) {
    if (from >= 0) advance(state, recursion, spacing[later], input[from], input[at]);
    output[at] = add_real(kCausal ? input[at] : output[at], state);
  });
}

__global__ void scan_lines(const float4* __restrict__ input, const float* __restrict__ spacing,
                           float4* output, Lines lines, Recursion recursion) {
  const int line = blockIdx.x * kLinesOfBlock + threadIdx.y;
  if (line >= lines.count) return;  // the whole warp
  const int start = line * lines.line_step;
  const int share = (lines.length + kLanes - 1) / kLanes;
  const int begin = min(int(threadIdx.x) * share, lines.length);
  const int end = min(begin + share, lines.length);
  pass<true>(input, spacing, output, lines, recursion, start, begin, end);
  pass<false>(input, spacing, output, lines, recursion, start, begin, end);
}

void scan(const float4* from, const float* spacing, float4* to, Lines lines,
          const Recursion& recursion, cudaStream_t stream) {
  const dim3 block(kLanes, kLinesOfBlock);
  scan_lines<<<(lines.count + kLinesOfBlock - 1) / kLinesOfBlock, block, 0, stream>>>(
      from, spacing, to, lines, recursion);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  const std::size_t pixels = std::size_t(width) * height;
  float4* const d_pixels = static_cast<float4*>(d_workspace);
  float4* const d_between = d_pixels + pixels;
  float* const d_row_spacing = reinterpret_cast<float*>(d_between + pixels);
  float* const d_column_spacing = d_row_spacing + pixels;
  transform(d_image, d_pixels, d_row_spacing, d_column_spacing, width, height, sigma_s, sigma_r,
            stream);
  for (int left = iterations; left > 0; --left) {
    const Recursion recursion =
        make_recursion(sigma_of_iteration(sigma_s, iterations - left + 1, iterations));
    scan(d_pixels, d_row_spacing, d_between, rows(width, height), recursion, stream);
    scan(d_between, d_column_spacing, left == 1 ? d_output : d_pixels, columns(width, height),
         recursion, stream);
  }
}

}  // namespace lab08
