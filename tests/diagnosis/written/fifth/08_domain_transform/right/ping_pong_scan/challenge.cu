/// @file
/// Lab 08, challenge: the exact parallel scan, with two buffers and a kernel for each direction.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kSegments = 64;  // threads of a block, and parts of a line

/// h -> w h + v for both poles and all channels.
struct Map {
  Complex w[kPoles];
  State v;
};

__device__ Map nothing() {
  Map map = {};
  for (Complex& w : map.w) w = Complex{1.0f, 0.0f};
  return map;
}

/// The map that does `earlier` and then `later`.
__device__ Map then(const Map& earlier, const Map& later) {
  Map both;
  for (int i = 0; i < kPoles; ++i) {
    both.w[i] = earlier.w[i] * later.w[i];
    for (int c = 0; c < kChannels; ++c) {
      both.v.h[i][c] = later.w[i] * earlier.v.h[i][c] + later.v.h[i][c];
    }
  }
  return both;
}

/// A line, seen from the end that the walk begins at.
template <bool kCausal>
struct Walk {
  int start, length, step;
  __device__ int at(int k) const { return start + (kCausal ? k : length - 1 - k) * step; }
  /// Where the distance between k - 1 and k stands: at the later in the image.
  __device__ int spacing_at(int k) const { return at(kCausal ? k : k - 1); }
};

/// One block for one line. The causal launch stores, the anticausal one adds.
template <bool kCausal>
__global__ void scan_one_way(const float4* __restrict__ input, const float* __restrict__ spacing,
                             float4* output, Lines lines, Recursion recursion) {
  __shared__ Map buffer[2][kSegments];
  const Walk<kCausal> walk{int(blockIdx.x) * lines.line_step, lines.length, lines.pixel_step};
  const int t = threadIdx.x;
  // Lengths differ by one at most.
  const int share = lines.length / kSegments, rest = lines.length % kSegments;
  const int begin = t * share + min(t, rest);
  const int end = begin + share + (t < rest ? 1 : 0);

  Map mine = nothing();
  for (int k = begin; k < end; ++k) {
    if (k == 0) continue;
    const float delta = spacing[walk.spacing_at(k)];
    advance(mine.v, recursion, delta, input[walk.at(k - 1)], input[walk.at(k)]);
    for (int i = 0; i < kPoles; ++i) {
      mine.w[i] = mine.w[i] * power(recursion.pole[i].rate, delta);
    }
  }

  // Shifted by one, so that the scan leaves what enters each segment.
  if (t + 1 < kSegments) buffer[0][t + 1] = mine;
  if (t == 0) buffer[0][0] = nothing();
  __syncthreads();
  int from = 0;
  for (int reach = 1; reach < kSegments; reach <<= 1, from ^= 1) {
    const Map own = buffer[from][t];
    buffer[from ^ 1][t] = t < reach ? own : then(buffer[from][t - reach], own);
    __syncthreads();
  }

  State state = buffer[from][t].v;
  for (int k = begin; k < end; ++k) {
    const int here = walk.at(k);
    const float4 pixel = input[here];
    if (k > 0) advance(state, recursion, spacing[walk.spacing_at(k)], input[walk.at(k - 1)], pixel);
    output[here] = add_real(kCausal ? pixel : output[here], state);
  }
}

}  // namespace

void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  const std::size_t count = std::size_t(width) * height;
  float4* const image[2] = {static_cast<float4*>(d_workspace),
                            static_cast<float4*>(d_workspace) + count};
  float* const distances[2] = {reinterpret_cast<float*>(image[1] + count),
                               reinterpret_cast<float*>(image[1] + count) + count};
  const Lines directions[2] = {rows(width, height), columns(width, height)};

  transform(d_image, image[0], distances[0], distances[1], width, height, sigma_s, sigma_r, stream);
  for (int n = 0; n < 2 * iterations; ++n) {
    const int way = n % 2;
    const Recursion recursion = make_recursion(sigma_of_iteration(sigma_s, n / 2 + 1, iterations));
    float4* const to = n == 2 * iterations - 1 ? d_output : image[1 - way];
    const Lines& lines = directions[way];
    scan_one_way<true><<<lines.count, kSegments, 0, stream>>>(image[way], distances[way], to, lines,
                                                              recursion);
    KIT_CHECK(cudaGetLastError());
    scan_one_way<false><<<lines.count, kSegments, 0, stream>>>(image[way], distances[way], to,
                                                               lines, recursion);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab08
