/// @file
/// Lab 11's challenge: the table of a band by itself, first along the rows, then down the columns.
/// Each band sends its last row to all bands below; these add what they got.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

constexpr int kChunkRows = 24;
constexpr int kThreads = 128;
constexpr int kWarp = 32;
constexpr unsigned kAllLanes = 0xFFFFFFFFu;

std::size_t place(int row, int width) {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(width);
}

/// A warp a row, 32 pixels at a time.
__global__ void scan_rows(const std::uint8_t* __restrict__ image,
                          std::uint32_t* __restrict__ table, int width, int rows) {
  const int lane = threadIdx.x % kWarp;
  const int warps = gridDim.x * (kThreads / kWarp);
  for (int y = (blockIdx.x * kThreads + threadIdx.x) / kWarp; y < rows; y += warps) {
    const std::size_t row = static_cast<std::size_t>(y) * width;
    std::uint32_t left = 0;
    for (int piece = 0; piece < width; piece += kWarp) {
      const int x = piece + lane;
      std::uint32_t sum = x < width ? image[row + x] : 0;
      if (lane == 0) sum += left;
      for (int distance = 1; distance < kWarp; distance <<= 1) {
        const std::uint32_t other = __shfl_up_sync(kAllLanes, sum, distance);
        sum += lane >= distance ? other : 0;
      }
      if (x < width) table[row + x] = sum;
      left = __shfl_sync(kAllLanes, sum, kWarp - 1);
    }
  }
}

/// Down one column of a chunk; its last sum goes to `sums`.
__global__ void scan_columns(std::uint32_t* __restrict__ table, std::uint32_t* __restrict__ sums,
                             int width, int rows) {
  const int x = blockIdx.x * kThreads + threadIdx.x;
  if (x >= width) return;
  const int first = blockIdx.y * kChunkRows;
  const int end = min(first + kChunkRows, rows);
  std::uint32_t sum = 0;
  for (int y = first; y < end; ++y) {
    sum += table[static_cast<std::size_t>(y) * width + x];
    table[static_cast<std::size_t>(y) * width + x] = sum;
  }
  sums[static_cast<std::size_t>(blockIdx.y) * width + x] = sum;
}

/// In place of a chunk's sums those of all chunks up to it. The last ones are the band's.
__global__ void scan_chunks(std::uint32_t* sums, std::uint32_t* __restrict__ total, int width,
                            int chunks) {
  const int x = blockIdx.x * kThreads + threadIdx.x;
  if (x >= width) return;
  std::uint32_t sum = 0;
  for (int chunk = 0; chunk < chunks; ++chunk) {
    sum += sums[static_cast<std::size_t>(chunk) * width + x];
    sums[static_cast<std::size_t>(chunk) * width + x] = sum;
  }
  total[x] = sum;
}

__global__ void add_above(std::uint32_t* __restrict__ table, const std::uint32_t* __restrict__ sums,
                          const std::uint32_t* __restrict__ totals, int bands_above, int width,
                          int rows) {
  const int x = blockIdx.x * kThreads + threadIdx.x;
  const int chunk = blockIdx.y;
  if (x >= width) return;
  std::uint32_t above = chunk == 0 ? 0 : sums[static_cast<std::size_t>(chunk - 1) * width + x];
  for (int band = 0; band < bands_above; ++band) {
    above += totals[static_cast<std::size_t>(band) * width + x];
  }
  if (chunk == 0 && bands_above == 0) return;
  const int end = min((chunk + 1) * kChunkRows, rows);
  for (int y = chunk * kChunkRows; y < end; ++y) {
    table[static_cast<std::size_t>(y) * width + x] += above;
  }
}

// Scratch memory: rows 0 to 7 for the totals of all bands, each band's own among them, at the place
// of its number; then a row of sums for each chunk.
std::uint32_t* total_of(const TableBand& band, int number, int width) {
  return band.d_scratch + place(number, width);
}

std::uint32_t* sums_of(const TableBand& band, int width) {
  return band.d_scratch + place(kMaxBands, width);
}

}  // namespace

void build_table(const TableBands& bands) {
  const int width = bands.width;
  const int across = (width + kThreads - 1) / kThreads;

  for (int b = 0; b < bands.count; ++b) {
    const TableBand& band = bands.band[b];
    const int chunks = (band.rows + kChunkRows - 1) / kChunkRows;
    const int blocks = (band.rows + kThreads / kWarp - 1) / (kThreads / kWarp);
    KIT_CHECK(cudaSetDevice(band.device));
    scan_rows<<<blocks < 1024 ? blocks : 1024, kThreads, 0, band.compute>>>(
        band.d_image, band.d_table, width, band.rows);
    KIT_CHECK(cudaGetLastError());
    scan_columns<<<dim3(across, chunks), kThreads, 0, band.compute>>>(
        band.d_table, sums_of(band, width), width, band.rows);
    KIT_CHECK(cudaGetLastError());
    scan_chunks<<<across, kThreads, 0, band.compute>>>(sums_of(band, width),
                                                       total_of(band, b, width), width, chunks);
    KIT_CHECK(cudaGetLastError());
    KIT_CHECK(cudaEventRecord(band.ready, band.compute));
  }

  // A band sends: its own stream `copies` comes after its total, and after what the bands below did
  // with the totals of an earlier call.
  for (int b = 0; b < bands.count; ++b) {
    const TableBand& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaStreamWaitEvent(band.copies, band.ready));
    for (int lower = b + 1; lower < bands.count; ++lower) {
      const TableBand& below = bands.band[lower];
      KIT_CHECK(cudaStreamWaitEvent(band.copies, below.ready));
      KIT_CHECK(cudaMemcpyPeerAsync(total_of(below, b, width), below.device,
                                    total_of(band, b, width), band.device,
                                    sizeof(std::uint32_t) * width, band.copies));
    }
    KIT_CHECK(cudaEventRecord(band.arrived, band.copies));
  }

  for (int b = 0; b < bands.count; ++b) {
    const TableBand& band = bands.band[b];
    const int chunks = (band.rows + kChunkRows - 1) / kChunkRows;
    KIT_CHECK(cudaSetDevice(band.device));
    for (int above = 0; above < b; ++above) {
      KIT_CHECK(cudaStreamWaitEvent(band.compute, bands.band[above].arrived));
    }
    add_above<<<dim3(across, chunks), kThreads, 0, band.compute>>>(
        band.d_table, sums_of(band, width), total_of(band, 0, width), b, width, band.rows);
    KIT_CHECK(cudaGetLastError());
    // Its total has been sent before anything else is done.
    KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived));
  }
}

}  // namespace lab11
