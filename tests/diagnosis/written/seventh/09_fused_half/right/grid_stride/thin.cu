/// @file
/// Thinning, with a grid that strides over the pixels and offsets from a small number.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

__global__ void crests(const float2* __restrict__ gradient, std::uint8_t* __restrict__ states,
                       int width, int height, float low, float high) {
  const int threads = blockDim.x * blockDim.y, count = width * height;
  const auto size = [=](int x, int y) {
    const bool inside = unsigned(x) < unsigned(width) && unsigned(y) < unsigned(height);
    return inside ? fabsf(gradient[y * width + x].x) + fabsf(gradient[y * width + x].y) : 0.0f;
  };
  for (int n = blockIdx.x * threads + threadIdx.y * blockDim.x + threadIdx.x; n < count;
       n += gridDim.x * threads) {
    const int x = n % width, y = n / width;
    const float gx = gradient[n].x, gy = gradient[n].y;
    const bool flat = fabsf(gy) * 128.0f <= fabsf(gx) * 53.0f;
    const bool steep = !flat && fabsf(gy) * 53.0f >= fabsf(gx) * 128.0f;
    const int dx = steep ? 0 : 1;
    const int dy = flat ? 0 : steep || (gx < 0.0f) == (gy < 0.0f) ? 1 : -1;
    const float m = size(x, y);
    const bool kept = size(x - dx, y - dy) < m && !(size(x + dx, y + dy) > m) && !(m < low);
    states[n] = !kept ? std::uint8_t(0) : m < high ? kWeak : kStrong;
  }
}

}  // namespace

void thin(const float2* d_gradient, std::uint8_t* d_states, int width, int height, float low,
          float high, dim3 block, cudaStream_t stream) {
  const int threads = block.x * block.y, blocks = 1 + (width * height - 1) / threads;
  crests<<<blocks < 4096 ? blocks : 4096, block, 0, stream>>>(d_gradient, d_states, width, height,
                                                              low, high);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
