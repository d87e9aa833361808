// The table with the rows first: prefix sums of each row, then column sums of these by chunks, then
// the totals of the bands above. All modulo 2^32, so any order gives the same.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

constexpr int kChunk = 32;  // rows
constexpr int kColumnThreads = 128;
constexpr int kRowThreads = 128;  // a block for each row in turn
constexpr int kRowWarps = kRowThreads / 32;

using Sum = std::uint32_t;

/// A block scans a row, kRowThreads pixels at a time.
__global__ void __launch_bounds__(kRowThreads)
    rows_of_table(const std::uint8_t* __restrict__ image, Sum* __restrict__ table, int width,
                  int rows) {
  __shared__ Sum of_warp[kRowWarps];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int y = blockIdx.x; y < rows; y += gridDim.x) {
    const std::size_t row = static_cast<std::size_t>(y) * width;
    Sum before = 0;  // of the pieces to the left; the same in all threads
    for (int piece = 0; piece < width; piece += kRowThreads) {
      const int x = piece + static_cast<int>(threadIdx.x);
      Sum value = x < width ? image[row + x] : 0;
#pragma unroll
      for (int step = 1; step < 32; step <<= 1) {
        const Sum left = __shfl_up_sync(~0u, value, step);
        value += lane < step ? 0 : left;
      }
      if (lane == 31) of_warp[warp] = value;
      __syncthreads();
      Sum here = before;
      for (int w = 0; w < kRowWarps; ++w) {
        if (w < warp) here += of_warp[w];
        before += of_warp[w];
      }
      if (x < width) table[row + x] = here + value;
      __syncthreads();  // before of_warp is written again
    }
  }
}

__global__ void chunk_sums(const Sum* __restrict__ table, Sum* __restrict__ sums, int width,
                           int rows) {
  const int x = blockIdx.x * kColumnThreads + threadIdx.x;
  if (x >= width) return;
  const int first = blockIdx.y * kChunk;
  Sum sum = 0;
  for (int y = first; y < first + kChunk && y < rows; ++y) {
    sum += table[static_cast<std::size_t>(y) * width + x];
  }
  sums[static_cast<std::size_t>(blockIdx.y) * width + x] = sum;
}

/// sums: of each chunk -> of the chunks above it.
__global__ void scan_sums(Sum* __restrict__ sums, Sum* __restrict__ total, int width, int chunks) {
  const int x = blockIdx.x * kColumnThreads + threadIdx.x;
  if (x >= width) return;
  Sum running = 0;
  for (Sum* place = sums + x; chunks > 0; --chunks, place += width) {
    const Sum own = *place;
    *place = running;
    running += own;
  }
  total[x] = running;
}

__global__ void columns_of_table(const Sum* __restrict__ sums, const Sum* __restrict__ above,
                                 int bands_above, Sum* __restrict__ table, int width, int rows) {
  const int x = blockIdx.x * kColumnThreads + threadIdx.x;
  if (x >= width) return;
  Sum running = sums[static_cast<std::size_t>(blockIdx.y) * width + x];
  for (int band = 0; band < bands_above; ++band) {
    running += above[static_cast<std::size_t>(band) * width + x];
  }
  const int first = blockIdx.y * kChunk, end = min(first + kChunk, rows);
  for (int y = first; y < end; ++y) {
    Sum& place = table[static_cast<std::size_t>(y) * width + x];
    place = running += place;
  }
}

struct BandWork {
  const TableBand& band;
  int width;

  Sum* total() const { return band.d_scratch; }
  Sum* total_of(int above) const {
    return band.d_scratch + static_cast<std::size_t>(1 + above) * width;
  }
  Sum* sums() const { return band.d_scratch + static_cast<std::size_t>(kMaxBands) * width; }
  dim3 grid() const {
    return dim3((width + kColumnThreads - 1) / kColumnThreads, (band.rows + kChunk - 1) / kChunk);
  }

  void alone() const {
    KIT_CHECK(cudaSetDevice(band.device));
    const int row_blocks = band.rows < 2048 ? band.rows : 2048;
    rows_of_table<<<row_blocks, kRowThreads, 0, band.compute>>>(band.d_image, band.d_table, width,
                                                                band.rows);
    KIT_CHECK(cudaGetLastError());
    chunk_sums<<<grid(), kColumnThreads, 0, band.compute>>>(band.d_table, sums(), width, band.rows);
    KIT_CHECK(cudaGetLastError());
    scan_sums<<<grid().x, kColumnThreads, 0, band.compute>>>(sums(), total(), width,
                                                             static_cast<int>(grid().y));
    KIT_CHECK(cudaGetLastError());
    KIT_CHECK(cudaEventRecord(band.ready, band.compute));
  }

  void with_bands_above(int number) const {
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived));
    columns_of_table<<<grid(), kColumnThreads, 0, band.compute>>>(sums(), total_of(0), number,
                                                                  band.d_table, width, band.rows);
    KIT_CHECK(cudaGetLastError());
  }
};

}  // namespace

void build_table(const TableBands& bands) {
  const auto work = [&](int b) { return BandWork{bands.band[b], bands.width}; };
  const std::size_t row_bytes = sizeof(Sum) * bands.width;

  for (int b = 0; b < bands.count; ++b) work(b).alone();

  for (int b = 0; b < bands.count; ++b) {
    const TableBand& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaStreamWaitEvent(band.copies, band.ready));
    for (int above = b; above-- > 0;) {
      const TableBand& source = bands.band[above];
      KIT_CHECK(cudaStreamWaitEvent(band.copies, source.ready));
      KIT_CHECK(cudaMemcpyPeerAsync(work(b).total_of(above), band.device, work(above).total(),
                                    source.device, row_bytes, band.copies));
    }
    KIT_CHECK(cudaEventRecord(band.arrived, band.copies));
  }

  for (int b = 0; b < bands.count; ++b) {
    work(b).with_bands_above(b);
    // Whatever comes next here comes after those below have fetched this band's total.
    for (int below = b + 1; below < bands.count; ++below) {
      KIT_CHECK(cudaStreamWaitEvent(bands.band[b].compute, bands.band[below].arrived));
    }
  }
}

}  // namespace lab11
