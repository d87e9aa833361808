// The scan over the threads' segments: shuffles within a warp, then over the warps' totals. The two
// poles are scanned one after the other. The state entering a segment is what is scanned for.
#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr unsigned kAll = 0xffffffffu;
constexpr int kWarps = 4;
constexpr int kThreads = 32 * kWarps;

// h becomes w h + v.
struct Map {
  Complex w;
  Complex v[kChannels];
};

__device__ Map identity() {
  return {{1.0f, 0.0f}, {}};
}

__device__ Map then(const Map& earlier, const Map& later) {
  Map both;
  both.w = later.w * earlier.w;
  for (int c = 0; c < kChannels; ++c) both.v[c] = later.w * earlier.v[c] + later.v[c];
  return both;
}

__device__ Complex from_lane_before(Complex z, int step) {
  return {__shfl_up_sync(kAll, z.re, step), __shfl_up_sync(kAll, z.im, step)};
}

__device__ Map from_lane_before(const Map& map, int step) {
  Map result;
  result.w = from_lane_before(map.w, step);
  for (int c = 0; c < kChannels; ++c) result.v[c] = from_lane_before(map.v[c], step);
  return result;
}

// What all threads before this one do together. `totals` is free again after the next barrier.
__device__ Map exclusive_scan(Map own, Map* totals) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int step = 1; step < 32; step *= 2) {
    const Map earlier = from_lane_before(own, step);
    if (lane >= step) own = then(earlier, own);
  }
  if (lane == 31) totals[warp] = own;
  __syncthreads();
  Map before = identity();
  for (int w = 0; w < warp; ++w) before = then(before, totals[w]);
  const Map in_warp = from_lane_before(own, 1);
  return lane == 0 ? before : then(before, in_warp);
}

template <bool kCausal>
__device__ void one_direction(const float4* __restrict__ input, const float* __restrict__ spacing,
                              float4* output, const Lines& lines, const Recursion& recursion,
                              Map (*totals)[kWarps]) {
  const int each = (lines.length - 1) / kThreads + 1;
  const int begin = min(int(threadIdx.x) * each, lines.length);
  const int end = min(begin + each, lines.length);
  const int step = kCausal ? lines.pixel_step : -lines.pixel_step;
  const int first = blockIdx.x * lines.line_step +
                    (kCausal ? 0 : (lines.length - 1) * lines.pixel_step);
  const auto arriving = [&](int place) { return spacing[kCausal ? place : place - step]; };

  // b^x b^y = b^(x + y): the segment's w needs only its whole length.
  State state{};
  float walked = 0.0f;
  for (int k = begin; k < end; ++k) {
    if (k == 0) continue;
    const int place = first + k * step;
    const float delta = arriving(place);
    advance(state, recursion, delta, input[place - step], input[place]);
    walked += delta;
  }
  for (int i = 0; i < kPoles; ++i) {
    Map own;
    own.w = power(recursion.pole[i].rate, walked);
    for (int c = 0; c < kChannels; ++c) own.v[c] = state.h[i][c];
    const Map before = exclusive_scan(own, totals[i]);
    for (int c = 0; c < kChannels; ++c) state.h[i][c] = before.v[c];  // of h = 0
  }

  for (int k = begin; k < end; ++k) {
    const int place = first + k * step;
    if (k > 0) advance(state, recursion, arriving(place), input[place - step], input[place]);
    output[place] = add_real(kCausal ? input[place] : output[place], state);
  }
  __syncthreads();
}

__global__ void __launch_bounds__(kThreads)
    filter_line_exactly(const float4* __restrict__ input, const float* __restrict__ spacing,
                        float4* output, Lines lines, Recursion recursion) {
  __shared__ Map totals[kPoles][kWarps];
  one_direction<true>(input, spacing, output, lines, recursion, totals);
  one_direction<false>(input, spacing, output, lines, recursion, totals);
}

}  // namespace

void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  const std::size_t size = std::size_t(width) * height;
  float4* d_from = static_cast<float4*>(d_workspace);
  float4* d_to = d_from + size;
  float* const d_along = reinterpret_cast<float*>(d_to + size);
  float* const d_down = d_along + size;
  transform(d_image, d_from, d_along, d_down, width, height, sigma_s, sigma_r, stream);
  for (int pass = 0; pass < 2 * iterations; ++pass) {
    const bool in_rows = pass % 2 == 0;
    const Recursion recursion =
        make_recursion(sigma_of_iteration(sigma_s, 1 + pass / 2, iterations));
    const Lines lines = in_rows ? rows(width, height) : columns(width, height);
    if (pass == 2 * iterations - 1) d_to = d_output;
    filter_line_exactly<<<lines.count, kThreads, 0, stream>>>(
        d_from, in_rows ? d_along : d_down, d_to, lines, recursion);
    KIT_CHECK(cudaGetLastError());
    std::swap(d_from, d_to);
  }
}

}  // namespace lab08
