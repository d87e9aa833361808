/// @file
/// Lab 09, stage hysteresis: weak pixels that are connected with strong ones become strong, until
/// nothing changes. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

constexpr int kTile = 32;                  // pixels of a tile's side
constexpr int kBlockRows = 8;              // of threads
constexpr int kPitch = kTile + 2;          // of the tile with one pixel around it

/// True if one of the 8 pixels around (x, y) of the tile is strong; x and y count the halo.
__device__ bool beside_strong(const std::uint8_t (&tile)[kPitch][kPitch], int x, int y) {
  bool found = false;
#pragma unroll
  for (int j = -1; j <= 1; ++j) {
#pragma unroll
    for (int i = -1; i <= 1; ++i) found |= tile[y + j][x + i] == kStrong;
  }
  return found;  // (x, y) itself is weak where this is asked
}

/// One pass. The block keeps its tile twice: a turn reads one copy and writes the other, so that a
/// single barrier, which also counts the votes, separates two turns. Neighbouring tiles are seen as
/// they were before the pass.
__global__ void spread(const std::uint8_t* __restrict__ from, std::uint8_t* __restrict__ to,
                       unsigned* __restrict__ changed, int width, int height) {
  __shared__ std::uint8_t tiles[2][kPitch][kPitch];
  const int left = blockIdx.x * kTile - 1, top = blockIdx.y * kTile - 1;
  bool any_weak = false;
  for (int n = threadIdx.y * kTile + threadIdx.x; n < kPitch * kPitch; n += kTile * kBlockRows) {
    const int x = left + n % kPitch, y = top + n / kPitch;
    const bool inside = x >= 0 && x < width && y >= 0 && y < height;
    const std::uint8_t state = inside ? from[y * width + x] : 0;
    tiles[0][n / kPitch][n % kPitch] = state;
    tiles[1][n / kPitch][n % kPitch] = state;  // the halo of both stays as it is
    any_weak |= state == kWeak;
  }

  const int x = threadIdx.x + 1;
  int now = 0;  // the copy that is read
  bool tile_changed = false;
  bool again = __syncthreads_or(any_weak);
  while (again) {
    bool grown = false;
    // A thread's rows lie kBlockRows apart.
    for (int y = threadIdx.y + 1; y <= kTile; y += kBlockRows) {
      std::uint8_t state = tiles[now][y][x];
      if (state == kWeak && beside_strong(tiles[now], x, y)) {
        state = kStrong;
        grown = true;
      }
      tiles[1 - now][y][x] = state;
    }
    again = __syncthreads_or(grown);
    now = 1 - now;
    tile_changed |= again;
  }

  for (int y = threadIdx.y + 1; y <= kTile; y += kBlockRows) {
    const int px = left + x, py = top + y;
    if (px < width && py < height) to[py * width + px] = tiles[now][y][x];
  }
  if (tile_changed && threadIdx.x == 0 && threadIdx.y == 0) atomicOr(changed, 1u);
}

/// What is weak now is no edge. A thread takes pixels that lie a grid apart.
__global__ void drop_weak(const std::uint8_t* from, std::uint8_t* to, int pixels) {
  for (int n = blockIdx.x * blockDim.x + threadIdx.x; n < pixels; n += gridDim.x * blockDim.x) {
    to[n] = from[n] == kStrong ? kStrong : 0;
  }
}

}  // namespace

void hysteresis(const std::uint8_t* d_states, std::uint8_t* d_edges, std::uint8_t* d_workspace,
                unsigned* d_changed, int width, int height, cudaStream_t stream) {
  const dim3 block(kTile, kBlockRows);
  const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  const std::uint8_t* from = d_states;
  unsigned changed = 0;
  // Two passes a question: into the edges, and from there into the workspace. If neither has changed
  // anything, the workspace holds the end.
  do {
    KIT_CHECK(cudaMemsetAsync(d_changed, 0, sizeof *d_changed, stream));
    spread<<<grid, block, 0, stream>>>(from, d_edges, d_changed, width, height);
    KIT_CHECK(cudaGetLastError());
    spread<<<grid, block, 0, stream>>>(d_edges, d_workspace, d_changed, width, height);
    KIT_CHECK(cudaGetLastError());
    KIT_CHECK(cudaMemcpyAsync(&changed, d_changed, sizeof changed, cudaMemcpyDeviceToHost, stream));
    KIT_CHECK(cudaStreamSynchronize(stream));
    from = d_workspace;
  } while (changed != 0);
  constexpr int kThreads = 256, kPixelsPerThread = 16;
  const int pixels = width * height, per_block = kThreads * kPixelsPerThread;
  drop_weak<<<(pixels + per_block - 1) / per_block, kThreads, 0, stream>>>(from, d_edges, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
