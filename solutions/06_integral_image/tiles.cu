/// @file
/// Lab 06, challenge, rung 1 of the table: tile by tile. Read README.md first.
/// The image is cut into tiles of 64x64 pixels. First each tile is added up, then it becomes known
/// what lies before each tile, then each tile of the table is written:
///
///     sum_tile         a block for a tile:    one sum for each of its rows and columns
///     carry_rows       a thread for a row:    what each tile has to the left of this row
///     carry_columns    a thread for a column: the table in the row above each tile
///     write_tile       a block for a tile:    reads it again, and writes its part of the table
///
///                     |   x
///                     | above(x)              above(x)  the table in the row above the tile
///            ---------+---.--------+
///      row 0  left(0) | p p p p p p|          left(j)   the sum of all pixels of row j to the left
///          1  left(1) | p p p p p p|                    of the tile
///          2  left(2) | p p p p p p|
///                     +------------+
///
///     table(x, y) = above(x) + sum over the tile's rows j up to y of
///                              (left(j) + the pixels of row j in the tile up to x)
#include <cstddef>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

using Sum = std::uint32_t;

constexpr int kTile = 64;      // rows and columns of a tile, and threads of its block
constexpr int kThreads = 128;  // of a block that carries
constexpr int kBatch = 16;     // sums of a line that are read together

/// A tile in shared memory. Sums of 64 pixels fit into 16 bits. A row takes 33 words: an odd
/// number, so threads that have a row each use different banks.
using Tile = std::uint16_t[kTile][kTile + 2];

/// Everything that the kernels need. The grid's z is the channel.
struct Work {
  const std::uint8_t* image;
  Sum *table, *rows, *columns;  // rows and columns: the workspace's two parts
  int width, height, channels, tiles_x, tiles_y;

  /// A tile's sum of row y. From carry_rows() on: left(y).
  __device__ Sum& row(int tile_x, int y) const {
    return rows[(int(blockIdx.z) * tiles_x + tile_x) * (height + tiles_y) + y];
  }
  /// The sum of a whole tile. It stands behind the rows, and is carried as they are.
  __device__ Sum& total(int tile_x, int tile_y) const { return row(tile_x, height + tile_y); }
  /// The sum of a tile's pixels up to column x, in all of its rows. From carry_columns() on:
  /// above(x).
  __device__ Sum& column(int tile_y, int x) const {
    return columns[(int(blockIdx.z) * tiles_y + tile_y) * width + x];
  }
};

/// Reads the block's tile and adds up its rows: tile[j][i] becomes the sum of the pixels 0 to i of
/// row j. What lies outside the image counts 0. Thread t reads column t, then it adds up row t.
__device__ void load_sums_of_rows(Tile& tile, const Work& work) {
  const int t = threadIdx.x, x = blockIdx.x * kTile + t, y = blockIdx.y * kTile;
#pragma unroll 16
  for (int j = 0; j < kTile; ++j) {
    const bool inside = x < work.width && y + j < work.height;
    tile[j][t] =
        inside ? work.image[((y + j) * work.width + x) * work.channels + int(blockIdx.z)] : 0;
  }
  __syncthreads();
  unsigned sum = 0;
  for (int i = 0; i < kTile; ++i) tile[t][i] = std::uint16_t(sum += tile[t][i]);
  __syncthreads();
}

/// Thread t stores the sums of row t and of column t; the last one also that of the whole tile.
__global__ void __launch_bounds__(kTile) sum_tile(const Work work) {
  __shared__ Tile tile;
  load_sums_of_rows(tile, work);
  const int t = threadIdx.x, tile_x = blockIdx.x, tile_y = blockIdx.y;
  const int x = tile_x * kTile + t, y = tile_y * kTile + t;
  if (y < work.height) work.row(tile_x, y) = tile[t][kTile - 1];
  Sum sum = 0;
  for (int j = 0; j < kTile; ++j) sum += tile[j][t];
  if (x < work.width) work.column(tile_y, x) = sum;
  if (t == kTile - 1) work.total(tile_x, tile_y) = sum;
}

/// A thread goes along a row, from tile to tile, and puts in the place of each sum the sum of those
/// before it. Behind the rows there is a line for each row of tiles, with their totals. `before`:
/// the sum of the tiles before tile `first`.
__global__ void __launch_bounds__(kThreads) carry_rows(const Work work) {
  const int y = blockIdx.x * kThreads + threadIdx.x;
  if (y >= work.height + work.tiles_y) return;
  Sum before = 0;
  for (int first = 0; first < work.tiles_x; first += kBatch) {
    Sum own[kBatch];
    for (int n = 0; n < kBatch; ++n) {
      own[n] = first + n < work.tiles_x ? work.row(first + n, y) : 0;
    }
    for (int n = 0; n < kBatch; ++n) {
      if (first + n < work.tiles_x) work.row(first + n, y) = before;
      before += own[n];
    }
  }
}

/// The same down a column. What a tile adds to the table below it is the sum of its pixels up to
/// this column, and of all that its rows have to their left: that is what carry_rows() has made of
/// the totals.
__global__ void __launch_bounds__(kThreads) carry_columns(const Work work) {
  const int x = blockIdx.x * kThreads + threadIdx.x, tile_x = x / kTile;
  if (x >= work.width) return;
  Sum before = 0;
  for (int first = 0; first < work.tiles_y; first += kBatch) {
    Sum own[kBatch];
    for (int n = 0; n < kBatch; ++n) {
      const int tile_y = first + n;
      own[n] = tile_y < work.tiles_y ? work.column(tile_y, x) + work.total(tile_x, tile_y) : 0;
    }
    for (int n = 0; n < kBatch; ++n) {
      if (first + n < work.tiles_y) work.column(first + n, x) = before;
      before += own[n];
    }
  }
}

/// Thread t writes column t of the tile. Before row j `sum` is the table in the row above it.
__global__ void __launch_bounds__(kTile) write_tile(const Work work) {
  __shared__ Tile tile;
  __shared__ Sum left[kTile];
  const int t = threadIdx.x, x = blockIdx.x * kTile + t, y = blockIdx.y * kTile;
  if (y + t < work.height) left[t] = work.row(blockIdx.x, y + t);
  load_sums_of_rows(tile, work);  // behind its barriers left[] is complete too
  if (x >= work.width) return;
  Sum sum = work.column(blockIdx.y, x);
  Sum* const table = work.table + (int(blockIdx.z) * work.height + y) * work.width + x;
  for (int j = 0; j < kTile && y + j < work.height; ++j) {
    sum += left[j] + tile[j][t];
    table[j * work.width] = sum;
  }
}

int parts(int size, int part) {
  return (size + part - 1) / part;
}

/// Sums in the workspace's first part.
std::size_t sums_of_rows(int width, int height, int channels) {
  return std::size_t(channels) * parts(width, kTile) * (height + parts(height, kTile));
}

}  // namespace

std::size_t tiles_workspace(int width, int height, int channels) {
  const std::size_t columns = std::size_t(channels) * parts(height, kTile) * width;
  return sizeof(Sum) * (sums_of_rows(width, height, channels) + columns);
}

void table_in_tiles(const std::uint8_t* d_image, std::uint32_t* d_table, int width, int height,
                    int channels, void* d_workspace, cudaStream_t stream) {
  Sum* const rows = static_cast<Sum*>(d_workspace);
  Sum* const columns = rows + sums_of_rows(width, height, channels);
  const int tiles_x = parts(width, kTile), tiles_y = parts(height, kTile);
  const Work work{d_image, d_table, rows, columns, width, height, channels, tiles_x, tiles_y};
  const dim3 tiles(tiles_x, tiles_y, channels);
  sum_tile<<<tiles, kTile, 0, stream>>>(work);
  KIT_CHECK(cudaGetLastError());
  const dim3 across(parts(height + tiles_y, kThreads), 1, channels);
  carry_rows<<<across, kThreads, 0, stream>>>(work);
  KIT_CHECK(cudaGetLastError());
  carry_columns<<<dim3(parts(width, kThreads), 1, channels), kThreads, 0, stream>>>(work);
  KIT_CHECK(cudaGetLastError());
  write_tile<<<tiles, kTile, 0, stream>>>(work);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
