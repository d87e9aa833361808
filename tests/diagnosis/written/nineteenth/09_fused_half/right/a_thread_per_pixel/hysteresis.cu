/// @file
/// Lab 09, stage hysteresis: weak pixels that are connected with strong ones become strong, until
/// nothing changes. A thread for each pixel of the tile, which keeps its own state in a register.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kTile = 32;
constexpr int kPitch = kTile + 2;

__global__ void __launch_bounds__(kTile* kTile)
    flood(const std::uint8_t* __restrict__ from, std::uint8_t* __restrict__ to,
          unsigned* __restrict__ changed, int width, int height) {
  __shared__ std::uint8_t tile[kPitch * kPitch];
  const int thread = threadIdx.y * kTile + threadIdx.x;
  for (int n = thread; n < kPitch * kPitch; n += kTile * kTile) {
    const int x = int(blockIdx.x) * kTile - 1 + n % kPitch;
    const int y = int(blockIdx.y) * kTile - 1 + n / kPitch;
    std::uint8_t state = 0;
    if (x >= 0 && y >= 0 && x < width && y < height) state = from[y * width + x];
    tile[n] = state;
  }
  __syncthreads();

  const int own = (threadIdx.y + 1) * kPitch + threadIdx.x + 1;
  const std::uint8_t before = tile[own];
  std::uint8_t now = before;
  for (bool any = true; any;) {
    bool grows = false;
    if (now == kWeak) {
      const auto strong = [&](int step) { return tile[own + step] == kStrong; };
      grows = strong(-1) || strong(1);
      for (int i = -1; i <= 1 && !grows; ++i) grows = strong(i - kPitch) || strong(i + kPitch);
    }
    any = __syncthreads_or(grows);  // now all have looked
    if (grows) tile[own] = now = kStrong;
    __syncthreads();  // and now all have written
  }

  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x < width && y < height) to[y * width + x] = now;
  const int news = __syncthreads_or(now != before);
  if (news && thread == 0) atomicExch(changed, 1u);
}

/// The two images may be one: each thread reads the pixel that it writes.
__global__ void finish(const std::uint8_t* last, std::uint8_t* edges, int width, int height) {
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x < width && y < height) {
    const int n = y * width + x;
    edges[n] = last[n] == kStrong ? kStrong : 0;
  }
}

}  // namespace

void hysteresis(const std::uint8_t* d_states, std::uint8_t* d_edges, std::uint8_t* d_workspace,
                unsigned* d_changed, int width, int height, cudaStream_t stream) {
  const dim3 block(kTile, kTile);
  const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  std::uint8_t* const images[2] = {d_workspace, d_edges};
  const std::uint8_t* last = d_states;
  for (unsigned pass = 0;; ++pass) {
    std::uint8_t* const next = images[pass % 2];
    KIT_CHECK(cudaMemsetAsync(d_changed, 0, sizeof(unsigned), stream));
    flood<<<grid, block, 0, stream>>>(last, next, d_changed, width, height);
    KIT_CHECK(cudaGetLastError());
    unsigned changed = 0;
    KIT_CHECK(cudaMemcpyAsync(&changed, d_changed, sizeof changed, cudaMemcpyDeviceToHost, stream));
    KIT_CHECK(cudaStreamSynchronize(stream));
    last = next;
    if (changed == 0) break;
  }
  finish<<<grid, block, 0, stream>>>(last, d_edges, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
