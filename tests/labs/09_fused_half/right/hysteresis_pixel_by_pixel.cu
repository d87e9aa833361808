/// @file
/// Unusual: no tiles. A pass looks at each pixel's neighbours in global memory, and strength goes
/// one pixel further each time; the host waits by an event.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

__global__ void spread_by_one(const std::uint8_t* __restrict__ from, std::uint8_t* __restrict__ to,
                              unsigned* changed, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  std::uint8_t state = from[y * width + x];
  if (state == kWeak) {
    for (int v = max(y - 1, 0); v <= min(y + 1, height - 1); ++v)
      for (int u = max(x - 1, 0); u <= min(x + 1, width - 1); ++u)
        if (from[v * width + u] == kStrong) state = kStrong;
    if (state == kStrong) atomicOr(changed, 1u);
  }
  to[y * width + x] = state;
}

__global__ void keep_strong(const std::uint8_t* from, std::uint8_t* to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    to[y * width + x] = from[y * width + x] & (from[y * width + x] == kStrong ? 255 : 0);
}

/// Destroyed also where a call throws.
struct Event {
  cudaEvent_t event = nullptr;
  Event() { KIT_CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming)); }
  ~Event() { cudaEventDestroy(event); }
};

}  // namespace

void hysteresis(const std::uint8_t* d_states, std::uint8_t* d_edges, std::uint8_t* d_workspace,
                unsigned* d_changed, int width, int height, cudaStream_t stream) {
  const dim3 block(64, 4);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const Event done;
  const std::uint8_t* from = d_states;
  std::uint8_t* images[2] = {d_workspace, d_edges};
  unsigned changed = 1;
  for (int pass = 0; changed != 0; ++pass) {
    KIT_CHECK(cudaMemsetAsync(d_changed, 0, sizeof changed, stream));
    spread_by_one<<<grid, block, 0, stream>>>(from, images[pass % 2], d_changed, width, height);
    KIT_CHECK(cudaGetLastError());
    from = images[pass % 2];
    KIT_CHECK(cudaMemcpyAsync(&changed, d_changed, sizeof changed, cudaMemcpyDeviceToHost, stream));
    KIT_CHECK(cudaEventRecord(done.event, stream));
    KIT_CHECK(cudaEventSynchronize(done.event));
  }
  keep_strong<<<grid, block, 0, stream>>>(from, d_edges, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
