// Hysteresis with tiles of 16x16, a thread per pixel, two images in turn.
#include <cooperative_groups.h>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

namespace lab09 {
namespace {

constexpr int kSide = 16;

struct Tile {
  unsigned char state[kSide + 2][kSide + 2];

  __device__ bool strong_around(int x, int y) const {
    return state[y - 1][x - 1] == kStrong || state[y - 1][x] == kStrong ||
           state[y - 1][x + 1] == kStrong || state[y][x - 1] == kStrong ||
           state[y][x + 1] == kStrong || state[y + 1][x - 1] == kStrong ||
           state[y + 1][x] == kStrong || state[y + 1][x + 1] == kStrong;
  }
};

__global__ void flood_tile(const std::uint8_t* in, std::uint8_t* out, unsigned* changed, int width,
                           int height) {
  __shared__ Tile tile;
  const cg::thread_block block = cg::this_thread_block();
  const int x0 = int(blockIdx.x) * kSide, y0 = int(blockIdx.y) * kSide;
  constexpr int kPitch = kSide + 2;
  for (unsigned i = block.thread_rank(); i < kPitch * kPitch; i += block.size()) {
    const int tx = int(i) % kPitch, ty = int(i) / kPitch;
    const int gx = x0 + tx - 1, gy = y0 + ty - 1;
    std::uint8_t value = 0;
    if (gx >= 0 && gy >= 0 && gx < width && gy < height) value = in[gy * width + gx];
    tile.state[ty][tx] = value;
  }
  block.sync();

  const int tx = int(threadIdx.x) + 1, ty = int(threadIdx.y) + 1;
  std::uint8_t mine = tile.state[ty][tx];
  bool grew = false;
  for (;;) {
    const bool grow = mine == kWeak && tile.strong_around(tx, ty);
    const int growing = __syncthreads_count(grow);
    if (growing == 0) break;  // the same for all threads
    grew = true;
    if (grow) {
      mine = kStrong;
      tile.state[ty][tx] = kStrong;
    }
    block.sync();
  }

  const int gx = x0 + tx - 1, gy = y0 + ty - 1;
  if (gx < width && gy < height) out[gy * width + gx] = mine;
  if (grew && block.thread_rank() == 0) atomicOr(changed, 1u);
}

__global__ void strong_only(std::uint8_t* __restrict__ image, const std::uint8_t* states, int width,
                            int height) {
  const int x = blockIdx.x * kSide + threadIdx.x, y = blockIdx.y * kSide + threadIdx.y;
  if (x < width && y < height) {
    const int i = y * width + x;
    image[i] = states[i] == kStrong ? std::uint8_t{kStrong} : std::uint8_t{0};
  }
}

__global__ void strong_only_in_place(std::uint8_t* image, int width, int height) {
  const int x = blockIdx.x * kSide + threadIdx.x, y = blockIdx.y * kSide + threadIdx.y;
  if (x < width && y < height && image[y * width + x] != kStrong) image[y * width + x] = 0;
}

}  // namespace

void hysteresis(const std::uint8_t* d_states, std::uint8_t* d_edges, std::uint8_t* d_workspace,
                unsigned* d_changed, int width, int height, cudaStream_t stream) {
  const dim3 threads(kSide, kSide);
  const dim3 blocks((width + kSide - 1) / kSide, (height + kSide - 1) / kSide);
  std::uint8_t* const images[2] = {d_workspace, d_edges};
  const std::uint8_t* source = d_states;
  int turn = 0;
  unsigned changed;
  do {
    KIT_CHECK(cudaMemsetAsync(d_changed, 0, sizeof(unsigned), stream));
    flood_tile<<<blocks, threads, 0, stream>>>(source, images[turn], d_changed, width, height);
    KIT_CHECK(cudaGetLastError());
    KIT_CHECK(cudaMemcpyAsync(&changed, d_changed, sizeof(unsigned), cudaMemcpyDeviceToHost,
                              stream));
    KIT_CHECK(cudaStreamSynchronize(stream));
    source = images[turn];
    turn ^= 1;
  } while (changed);
  if (source == d_edges) {
    strong_only_in_place<<<blocks, threads, 0, stream>>>(d_edges, width, height);
  } else {
    strong_only<<<blocks, threads, 0, stream>>>(d_edges, source, width, height);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
