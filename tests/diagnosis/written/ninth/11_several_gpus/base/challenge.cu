/// @file
/// Lab 11's challenge: the summed-area table of an image in bands. Column sums of whole bands go
/// from device to device; then every band makes its table alone. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

constexpr int kChunkRows = 32;  // rows that one thread goes down
constexpr int kThreads = 256;
constexpr int kWarp = 32;
constexpr int kPerLane = 4;  // sums of a row that a lane adds up by itself
constexpr unsigned kAllLanes = 0xFFFFFFFFu;

/// Sums of the columns of each chunk of rows: sums[chunk * width + x].
__global__ void sum_chunks(const std::uint8_t* __restrict__ image, std::uint32_t* __restrict__ sums,
                           int width, int rows) {
  const int x = blockIdx.x * kThreads + threadIdx.x;
  if (x >= width) return;
  const int first = blockIdx.y * kChunkRows;
  const int end = min(first + kChunkRows, rows);
  std::uint32_t sum = 0;
  for (int y = first; y < end; ++y) sum += image[static_cast<std::size_t>(y) * width + x];
  sums[static_cast<std::size_t>(blockIdx.y) * width + x] = sum;
}

/// In place of each chunk's sums those of all chunks above it; `total` gets those of the band.
__global__ void scan_chunks(std::uint32_t* sums, std::uint32_t* __restrict__ total, int width,
                            int chunks) {
  const int x = blockIdx.x * kThreads + threadIdx.x;
  if (x >= width) return;
  std::uint32_t above = 0;
  for (int chunk = 0; chunk < chunks; ++chunk) {
    const std::size_t place = static_cast<std::size_t>(chunk) * width + x;
    const std::uint32_t sum = sums[place];
    sums[place] = above;
    above += sum;
  }
  total[x] = above;
}

/// Sums down the columns: table(x, y) = sum over j <= y of image(x, j), the bands above included,
/// whose totals stand one below the other.
__global__ void sum_columns(const std::uint8_t* __restrict__ image,
                            const std::uint32_t* __restrict__ sums,
                            const std::uint32_t* __restrict__ totals, int bands_above,
                            std::uint32_t* __restrict__ table, int width, int rows) {
  const int x = blockIdx.x * kThreads + threadIdx.x;
  if (x >= width) return;
  const int first = blockIdx.y * kChunkRows;
  const int end = min(first + kChunkRows, rows);
  std::uint32_t sum = sums[static_cast<std::size_t>(blockIdx.y) * width + x];
  for (int band = 0; band < bands_above; ++band) {
    sum += totals[static_cast<std::size_t>(band) * width + x];
  }
  for (int y = first; y < end; ++y) {
    const std::size_t place = static_cast<std::size_t>(y) * width + x;
    sum += image[place];
    table[place] = sum;
  }
}

/// Sum of `value` over the lanes up to this one.
__device__ std::uint32_t sum_up_to_lane(std::uint32_t value) {
  const int lane = threadIdx.x % kWarp;
  for (int distance = 1; distance < kWarp; distance *= 2) {
    const std::uint32_t other = __shfl_up_sync(kAllLanes, value, distance);
    if (lane >= distance) value += other;
  }
  return value;
}

/// In place of each value of a row the sum of those up to it. A warp a row, piece by piece; before
/// a piece, `left` is the sum of the pieces to its left.
__global__ void scan_rows(std::uint32_t* table, int width, int rows) {
  const int lane = threadIdx.x % kWarp;
  const int y = blockIdx.x * (kThreads / kWarp) + threadIdx.x / kWarp;
  if (y >= rows) return;  // the whole warp
  std::uint32_t* row = table + static_cast<std::size_t>(y) * width;
  std::uint32_t left = 0;
  for (int piece = 0; piece < width; piece += kWarp * kPerLane) {
    const int x = piece + lane * kPerLane;
    std::uint32_t sums[kPerLane];
    std::uint32_t sum = 0;
    for (int i = 0; i < kPerLane; ++i) {
      if (x + i < width) sum += row[x + i];
      sums[i] = sum;
    }
    const std::uint32_t up_to_lane = sum_up_to_lane(sum);
    const std::uint32_t before = left + up_to_lane - sum;
    for (int i = 0; i < kPerLane; ++i) {
      if (x + i < width) row[x + i] = before + sums[i];
    }
    left += __shfl_sync(kAllLanes, up_to_lane, kWarp - 1);
  }
}

/// A band's scratch memory: its own total, those of the bands above, and sums of its chunks.
struct Scratch {
  std::uint32_t *total, *totals_above, *chunk_sums;

  Scratch(const TableBand& band, int width)
      : total(band.d_scratch),
        totals_above(band.d_scratch + width),
        chunk_sums(band.d_scratch + static_cast<std::size_t>(kMaxBands) * width) {}
};

dim3 chunk_grid(const TableBand& band, int width) {
  return dim3((width + kThreads - 1) / kThreads, (band.rows + kChunkRows - 1) / kChunkRows);
}

/// The band's total; what the caller did before, and the copies of an earlier call, come first.
void sum_band(const TableBand& band, int width) {
  const Scratch scratch(band, width);
  const dim3 grid = chunk_grid(band, width);
  KIT_CHECK(cudaSetDevice(band.device));
  sum_chunks<<<grid, kThreads, 0, band.compute>>>(band.d_image, scratch.chunk_sums, width,
                                                  band.rows);
  KIT_CHECK(cudaGetLastError());
  scan_chunks<<<grid.x, kThreads, 0, band.compute>>>(scratch.chunk_sums, scratch.total, width,
                                                     static_cast<int>(grid.y));
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaEventRecord(band.ready, band.compute));
}

/// Totals of all bands above.
void fetch_totals(const TableBands& bands, int number) {
  const TableBand& band = bands.band[number];
  const Scratch scratch(band, bands.width);
  KIT_CHECK(cudaSetDevice(band.device));
  KIT_CHECK(cudaStreamWaitEvent(band.copies, band.ready));
  for (int a = 0; a < number; ++a) {
    const TableBand& above = bands.band[a];
    KIT_CHECK(cudaStreamWaitEvent(band.copies, above.ready));
    KIT_CHECK(cudaMemcpyPeerAsync(
        scratch.totals_above + static_cast<std::size_t>(a) * bands.width, band.device,
        Scratch(above, bands.width).total, above.device, bands.width * sizeof(std::uint32_t),
        band.copies));
  }
  KIT_CHECK(cudaEventRecord(band.arrived, band.copies));
}

void make_table(const TableBands& bands, int number) {
  const TableBand& band = bands.band[number];
  const Scratch scratch(band, bands.width);
  constexpr int kRowsPerBlock = kThreads / kWarp;
  KIT_CHECK(cudaSetDevice(band.device));
  KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived));
  sum_columns<<<chunk_grid(band, bands.width), kThreads, 0, band.compute>>>(
      band.d_image, scratch.chunk_sums, scratch.totals_above, number, band.d_table, bands.width,
      band.rows);
  KIT_CHECK(cudaGetLastError());
  scan_rows<<<(band.rows + kRowsPerBlock - 1) / kRowsPerBlock, kThreads, 0, band.compute>>>(
      band.d_table, bands.width, band.rows);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void build_table(const TableBands& bands) {
  for (int b = 0; b < bands.count; ++b) sum_band(bands.band[b], bands.width);
  for (int b = 0; b < bands.count; ++b) fetch_totals(bands, b);
  for (int b = 0; b < bands.count; ++b) make_table(bands, b);

  // The bands below have fetched a band's total before the next call makes a new one.
  for (int b = 0; b < bands.count; ++b) {
    const TableBand& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    for (int lower = b + 1; lower < bands.count; ++lower) {
      KIT_CHECK(cudaStreamWaitEvent(band.compute, bands.band[lower].arrived));
    }
  }
}

}  // namespace lab11
