// One pass: sums and marks apart, with a fence between them. A block of 1024 threads has one pixel
// of its tile in each thread.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kSide = 32;

// What a tile publishes for one line. All zero before the kernel starts.
struct Entry {
  std::uint32_t mark;       // 0: nothing yet, 1: `own`, 2: `from_edge` as well
  std::uint32_t own;        // over the tile
  std::uint32_t from_edge;  // from the image's edge to the end of the tile
  std::uint32_t unused;
};

struct Grid {
  int width, height, channels, across, down;
  Grid(int w, int h, int c)
      : width(w), height(h), channels(c), across((w + kSide - 1) / kSide),
        down((h + kSide - 1) / kSide) {}
  __host__ __device__ std::size_t tiles() const {
    return std::size_t(across) * down * channels;
  }
  std::size_t bytes() const { return sizeof(Entry) * (1 + tiles() * 2 * kSide); }
};

__device__ std::uint32_t join(volatile Entry* mine, std::uint32_t own, int predecessors,
                              std::ptrdiff_t distance) {
  mine->own = own;
  __threadfence();
  mine->mark = 1;
  std::uint32_t before = 0;
  const volatile Entry* other = mine;
  for (int left = predecessors; left > 0; --left) {
    other -= distance;
    std::uint32_t mark;
    do mark = other->mark;
    while (mark == 0);
    __threadfence();
    if (mark == 2) {
      before += other->from_edge;
      break;
    }
    before += other->own;
  }
  mine->from_edge = before + own;
  __threadfence();
  mine->mark = 2;
  return before;
}

__device__ std::uint32_t scan32(std::uint32_t value) {
  for (int step = 1; step < 32; step += step) {
    const std::uint32_t other = __shfl_up_sync(~0u, value, step);
    if (int(threadIdx.x) >= step) value += other;
  }
  return value;
}

__global__ void __launch_bounds__(kSide* kSide)
    one_pass(const std::uint8_t* __restrict__ image, std::uint32_t* __restrict__ table, Grid grid,
             unsigned* ticket, Entry* entries) {
  __shared__ unsigned drawn;
  __shared__ std::uint32_t square[kSide][kSide + 1];
  __shared__ std::uint32_t edge[kSide];  // left of the tile, then above it
  const int tx = threadIdx.x, ty = threadIdx.y;
  if (tx + ty == 0) drawn = atomicAdd(ticket, 1u);
  __syncthreads();
  const unsigned tile = drawn;
  const int column = tile % grid.across, line = tile / grid.across % grid.down;
  const int channel = tile / (unsigned(grid.across) * grid.down);
  Entry* const of_rows = entries + std::size_t(tile) * 2 * kSide;
  Entry* const of_columns = of_rows + kSide;

  const int x = column * kSide + tx, y = line * kSide + ty;
  const bool inside = x < grid.width && y < grid.height;
  const std::uint32_t in_row =
      scan32(inside ? image[(y * grid.width + x) * grid.channels + channel] : 0);
  square[ty][tx] = in_row;
  __syncthreads();
  if (ty == 0) edge[tx] = join(of_rows + tx, square[tx][kSide - 1], column, 2 * kSide);
  __syncthreads();

  square[ty][tx] = in_row + edge[ty];
  __syncthreads();
  const std::uint32_t in_column = scan32(square[tx][ty]);  // of row tx, column ty
  square[tx][ty] = in_column;
  __syncthreads();
  if (ty == 0) {
    edge[tx] = join(of_columns + tx, square[kSide - 1][tx], line,
                    std::ptrdiff_t(2) * kSide * grid.across);
  }
  __syncthreads();
  if (inside) {
    table[(channel * grid.height + y) * grid.width + x] = square[ty][tx] + edge[tx];
  }
}

}  // namespace

std::size_t one_pass_workspace(int width, int height, int channels) {
  return Grid(width, height, channels).bytes();
}

void table_one_pass(const std::uint8_t* d_image, std::uint32_t* d_table, int width, int height,
                    int channels, void* d_workspace, cudaStream_t stream) {
  const Grid grid(width, height, channels);
  KIT_CHECK(cudaMemsetAsync(d_workspace, 0, grid.bytes(), stream));
  Entry* const entries = static_cast<Entry*>(d_workspace);
  one_pass<<<unsigned(grid.tiles()), dim3(kSide, kSide), 0, stream>>>(
      d_image, d_table, grid, &entries->mark, entries + 1);
  KIT_CHECK(cudaGetLastError());
}

void box_one_pass(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                  int channels, int radius, std::uint32_t* d_table, void* d_workspace,
                  cudaStream_t stream) {
  table_one_pass(d_input, d_table, width, height, channels, d_workspace, stream);
  box_from_table(d_table, d_output, width, height, channels, radius, stream);
}

}  // namespace lab06
