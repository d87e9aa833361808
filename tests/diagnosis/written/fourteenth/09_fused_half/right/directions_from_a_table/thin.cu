/// @file
/// Lab 09, stage thin: keeps the crest of each edge, in two strengths. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

/// The magnitude at (x, y); 0 beyond the edge.
__device__ float magnitude(const float2* __restrict__ gradient, int width, int height, int x,
                           int y) {
  if (x < 0 || x >= width || y < 0 || y >= height) return 0.0f;
  const float2 g = gradient[y * width + x];
  return fabsf(g.x) + fabsf(g.y);
}

/// Which of the four directions: 0 (1, 0), 1 (1, 1), 2 (0, 1), 3 (1, -1). No rounding decides.
__device__ int direction_of(float2 g) {
  const float ax = fabsf(g.x), ay = fabsf(g.y);
  if (128.0f * ay <= 53.0f * ax) return 0;
  if (128.0f * ax <= 53.0f * ay) return 2;
  return (g.x < 0.0f) == (g.y < 0.0f) ? 1 : 3;  // neither is 0 here
}

/// One thread judges pixel (x, y).
__global__ void keep_crests(const float2* __restrict__ gradient, std::uint8_t* __restrict__ states,
                            int width, int height, float low, float high) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const float2 g = gradient[y * width + x];
  constexpr int kSteps[4][2] = {{1, 0}, {1, 1}, {0, 1}, {1, -1}};
  const int direction = direction_of(g);
  const int dx = kSteps[direction][0], dy = kSteps[direction][1];
  const float m = fabsf(g.x) + fabsf(g.y);
  const float before = magnitude(gradient, width, height, x - dx, y - dy);
  const float behind = magnitude(gradient, width, height, x + dx, y + dy);
  const int kept = !(m <= before) & !(m < behind);
  // One part for each threshold that is reached: low <= high.
  const int level = int(m >= low) * kWeak + int(m >= high) * (kStrong - kWeak);
  states[y * width + x] = std::uint8_t(kept * level);
}

}  // namespace

void thin(const float2* d_gradient, std::uint8_t* d_states, int width, int height, float low,
          float high, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  keep_crests<<<grid, block, 0, stream>>>(d_gradient, d_states, width, height, low, high);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
