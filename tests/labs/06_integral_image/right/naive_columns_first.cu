// Right: the window is read column by column by a pointer that moves, with half-open bounds.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kSide = 16;

__global__ void box_kernel(const std::uint8_t* __restrict__ in, std::uint8_t* __restrict__ out,
                           int w, int h, int ch, int r) {
  const int col = blockIdx.x * kSide + threadIdx.x;
  const int row = blockIdx.y * kSide + threadIdx.y;
  const int c = blockIdx.z;
  if (col >= w || row >= h) return;

  const int from_x = col > r ? col - r : 0, to_x = w - 1 - col < r ? w : col + r + 1;
  const int from_y = row > r ? row - r : 0, to_y = h - 1 - row < r ? h : row + r + 1;
  unsigned long long acc = 0;
  for (int i = from_x; i < to_x; ++i) {
    const std::uint8_t* p = in + (std::ptrdiff_t(from_y) * w + i) * ch + c;
    for (int j = from_y; j < to_y; ++j, p += std::ptrdiff_t(w) * ch) acc += *p;
  }
  const unsigned long long n = (unsigned long long)(to_x - from_x) * (to_y - from_y);
  out[(std::ptrdiff_t(row) * w + col) * ch + c] = (std::uint8_t)((2 * acc + n) / (2 * n));
}

}  // namespace

void box_naive(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
               int channels, int radius, cudaStream_t stream) {
  const dim3 threads(kSide, kSide);
  const dim3 blocks((width + kSide - 1) / kSide, (height + kSide - 1) / kSide, channels);
  box_kernel<<<blocks, threads, 0, stream>>>(d_input, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
