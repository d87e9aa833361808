/// @file
/// Lab 08, challenge: a warp for each line, a lane for each segment, composed by shuffles. The two
/// directions of a line follow each other in the same warp.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kLanes = 32;
constexpr int kWarps = 4;
constexpr unsigned kAll = 0xffffffffu;

/// Steps of both poles: turns the state h into w h + v.
struct Map {
  Complex w[kPoles];
  State v;
};

__device__ Complex up(Complex z, int distance) {
  return {__shfl_up_sync(kAll, z.re, distance), __shfl_up_sync(kAll, z.im, distance)};
}

__device__ State up(const State& s, int distance) {
  State other;
  for (int i = 0; i < kPoles; ++i) {
    for (int c = 0; c < kChannels; ++c) other.h[i][c] = up(s.h[i][c], distance);
  }
  return other;
}

/// `map` after what the lane `distance` below has.
__device__ void put_before(Map& map, int distance, bool take) {
  const State v = up(map.v, distance);
  for (int i = 0; i < kPoles; ++i) {
    const Complex w = up(map.w[i], distance);
    if (!take) continue;
    for (int c = 0; c < kChannels; ++c) map.v.h[i][c] = map.w[i] * v.h[i][c] + map.v.h[i][c];
    map.w[i] = map.w[i] * w;
  }
}

template <bool kCausal>
__device__ void one_way(const float4* in, const float* gaps, float4* out, int length, int step,
                        const Recursion& recursion) {
  const int lane = threadIdx.x;
  const int each = (length + kLanes - 1) / kLanes;
  const int begin = min(lane * each, length);
  const int end = min(begin + each, length);
  const auto at = [&](int k) { return (kCausal ? k : length - 1 - k) * step; };
  const auto gap = [&](int k) { return gaps[at(kCausal ? k : k - 1)]; };

  Map map;
  map.v = State{};
  float way = 0.0f;
  for (int k = max(begin, 1); k < end; ++k) {
    advance(map.v, recursion, gap(k), in[at(k - 1)], in[at(k)]);
    way += gap(k);
  }
  // The product of b^delta is b^(sum of delta).
  for (int i = 0; i < kPoles; ++i) map.w[i] = power(recursion.pole[i].rate, way);
  for (int distance = 1; distance < kLanes; distance *= 2) {
    put_before(map, distance, lane >= distance);
  }

  State state = up(map.v, 1);
  if (lane == 0) state = State{};
  for (int k = begin; k < end; ++k) {
    if (k > 0) advance(state, recursion, gap(k), in[at(k - 1)], in[at(k)]);
    out[at(k)] = add_real(kCausal ? in[at(k)] : out[at(k)], state);
  }
}

__global__ void __launch_bounds__(kLanes* kWarps)
    scan_lines(const float4* __restrict__ input, const float* __restrict__ spacing, float4* output,
               Lines lines, Recursion recursion) {
  const int line = blockIdx.x * kWarps + threadIdx.y;
  if (line >= lines.count) return;  // the whole warp
  const int start = line * lines.line_step;
  one_way<true>(input + start, spacing + start, output + start, lines.length, lines.pixel_step,
                recursion);
  __syncwarp();  // another lane adds to what this one has stored
  one_way<false>(input + start, spacing + start, output + start, lines.length, lines.pixel_step,
                 recursion);
}

void scan(const float4* from, const float* spacing, float4* to, Lines lines,
          const Recursion& recursion, cudaStream_t stream) {
  scan_lines<<<(lines.count + kWarps - 1) / kWarps, dim3(kLanes, kWarps), 0, stream>>>(
      from, spacing, to, lines, recursion);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  const std::size_t n = std::size_t(width) * height;
  float4* const a = static_cast<float4*>(d_workspace);
  float4* const b = a + n;
  float* const across = reinterpret_cast<float*>(b + n);
  float* const down = across + n;
  transform(d_image, a, across, down, width, height, sigma_s, sigma_r, stream);
  for (int left = iterations; left > 0; --left) {
    const Recursion recursion =
        make_recursion(sigma_of_iteration(sigma_s, iterations - left + 1, iterations));
    scan(a, across, b, rows(width, height), recursion, stream);
    scan(b, down, left > 1 ? a : d_output, columns(width, height), recursion, stream);
  }
}

}  // namespace lab08
