/// @file
/// Lab 09, stage hysteresis: one pixel a thread, whose own state stays in a register.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kSideX = 32, kSideY = 16;

__global__ void flood(const std::uint8_t* __restrict__ old, std::uint8_t* __restrict__ now,
                      unsigned* changed, int width, int height) {
  __shared__ bool strong[kSideY + 2][kSideX + 2];
  const int x0 = blockIdx.x * kSideX, y0 = blockIdx.y * kSideY;
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  const bool mine = x < width && y < height;
  std::uint8_t state = mine ? old[y * width + x] : std::uint8_t(0);

  for (int j = threadIdx.y; j < kSideY + 2; j += kSideY) {
    for (int i = threadIdx.x; i < kSideX + 2; i += kSideX) {
      const int u = x0 + i - 1, v = y0 + j - 1;
      const bool there = u >= 0 && v >= 0 && u < width && v < height;
      strong[j][i] = there && old[v * width + u] == kStrong;
    }
  }
  __syncthreads();

  bool grown = false;  // is any pixel of the block; the same in all threads
  while (true) {
    bool grows = false;
    if (state == kWeak) {
      for (int n = 0; n < 9; ++n) grows = grows || strong[threadIdx.y + n / 3][threadIdx.x + n % 3];
    }
    if (__syncthreads_or(grows) == 0) break;
    grown = true;
    if (grows) {
      state = kStrong;
      strong[threadIdx.y + 1][threadIdx.x + 1] = true;
    }
    __syncthreads();
  }

  if (mine) now[y * width + x] = state;
  if (grown && threadIdx.x + threadIdx.y == 0) atomicOr(changed, 1u);
}

__global__ void keep_strong(const std::uint8_t* states, std::uint8_t* edges, int width,
                            int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const int at = y * width + x;
    edges[at] = states[at] < kStrong ? 0 : kStrong;
  }
}

}  // namespace

void hysteresis(const std::uint8_t* d_states, std::uint8_t* d_edges, std::uint8_t* d_workspace,
                unsigned* d_changed, int width, int height, cudaStream_t stream) {
  const dim3 threads(kSideX, kSideY);
  const dim3 blocks((width + kSideX - 1) / kSideX, (height + kSideY - 1) / kSideY);
  std::uint8_t* const images[2] = {d_workspace, d_edges};
  const std::uint8_t* newest = d_states;
  unsigned changed;
  int pass = 0;
  do {
    std::uint8_t* const target = images[pass++ % 2];
    KIT_CHECK(cudaMemsetAsync(d_changed, 0, sizeof(unsigned), stream));
    flood<<<blocks, threads, 0, stream>>>(newest, target, d_changed, width, height);
    KIT_CHECK(cudaGetLastError());
    KIT_CHECK(
        cudaMemcpyAsync(&changed, d_changed, sizeof(unsigned), cudaMemcpyDeviceToHost, stream));
    KIT_CHECK(cudaStreamSynchronize(stream));
    newest = target;
  } while (changed != 0);
  keep_strong<<<blocks, threads, 0, stream>>>(newest, d_edges, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
