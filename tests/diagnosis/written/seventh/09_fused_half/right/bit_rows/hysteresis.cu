/// @file
/// Hysteresis with one warp for a tile of 32 x 32: lane r keeps row r as 32 bits, and asks the
/// lanes of the rows above and below by shuffles. No shared memory and no barrier.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr unsigned kAll = 0xffffffffu;
constexpr int kSide = 32;

__global__ void flood(const std::uint8_t* from, std::uint8_t* to, unsigned* changed, int width,
                      int height) {
  const int lane = threadIdx.x;
  const int left = blockIdx.x * kSide, top = blockIdx.y * kSide;
  const auto state = [=](int x, int y) {
    const bool inside = x >= 0 && x < width && y >= 0 && y < height;
    return inside ? int(from[y * width + x]) : 0;
  };
  unsigned strong = 0, weak = 0;      // of row `lane`
  unsigned above_all = 0, below_all = 0;  // rows -1 and 32, spread by one pixel; the same in all lanes
  for (int r = -1; r <= kSide; ++r) {
    const int mine = state(left + lane, top + r);
    const unsigned s = __ballot_sync(kAll, mine == kStrong);
    const unsigned w = __ballot_sync(kAll, mine == kWeak);
    if (r == lane) {
      strong = s;
      weak = w;
    }
    if (r == -1) above_all = s | s << 1 | s >> 1;
    if (r == kSide) below_all = s | s << 1 | s >> 1;
  }
  // The four corners and the columns beside the tile.
  above_all |= unsigned(state(left - 1, top - 1) == kStrong) |
               unsigned(state(left + kSide, top - 1) == kStrong) << 31;
  below_all |= unsigned(state(left - 1, top + kSide) == kStrong) |
               unsigned(state(left + kSide, top + kSide) == kStrong) << 31;
  const unsigned sides = unsigned(state(left - 1, top + lane) == kStrong) |
                         unsigned(state(left + kSide, top + lane) == kStrong) << 31;

  const unsigned old = strong;
  bool more = true;
  while (more) {
    const unsigned spread = strong | strong << 1 | strong >> 1 | sides;
    unsigned above = __shfl_up_sync(kAll, spread, 1), below = __shfl_down_sync(kAll, spread, 1);
    if (lane == 0) above = above_all;
    if (lane == kSide - 1) below = below_all;
    const unsigned grown = strong | (weak & (spread | above | below));
    more = __any_sync(kAll, grown != strong);
    strong = grown;
  }
  weak &= ~strong;
  const bool any = __any_sync(kAll, strong != old);

  for (int r = 0; r < kSide; ++r) {
    const unsigned s = __shfl_sync(kAll, strong, r), w = __shfl_sync(kAll, weak, r);
    const int x = left + lane, y = top + r;
    if (x < width && y < height) {
      to[y * width + x] = s >> lane & 1 ? kStrong : w >> lane & 1 ? kWeak : std::uint8_t(0);
    }
  }
  if (any && lane == 0) atomicOr(changed, 1u);
}

__global__ void finish(const std::uint8_t* states, std::uint8_t* edges, int count) {
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < count) edges[n] = states[n] == kStrong ? kStrong : std::uint8_t(0);
}

}  // namespace

void hysteresis(const std::uint8_t* d_states, std::uint8_t* d_edges, std::uint8_t* d_workspace,
                unsigned* d_changed, int width, int height, cudaStream_t stream) {
  const dim3 grid(1 + (width - 1) / kSide, 1 + (height - 1) / kSide);
  std::uint8_t* const images[2] = {d_workspace, d_edges};
  const std::uint8_t* last = d_states;
  for (int pass = 0;; ++pass) {
    std::uint8_t* const next = images[pass % 2];
    KIT_CHECK(cudaMemsetAsync(d_changed, 0, sizeof(unsigned), stream));
    flood<<<grid, kSide, 0, stream>>>(last, next, d_changed, width, height);
    KIT_CHECK(cudaGetLastError());
    unsigned changed = 0;
    KIT_CHECK(
        cudaMemcpyAsync(&changed, d_changed, sizeof changed, cudaMemcpyDeviceToHost, stream));
    KIT_CHECK(cudaStreamSynchronize(stream));
    last = next;
    if (changed == 0) break;
  }
  const int count = width * height;
  finish<<<1 + (count - 1) / 256, 256, 0, stream>>>(last, d_edges, count);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
