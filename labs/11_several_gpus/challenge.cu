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
  // TODO(lab11): sum up one column of a chunk (about 6 lines)
  // END TODO
}

/// In place of each chunk's sums those of all chunks above it; `total` gets those of the band.
__global__ void scan_chunks(std::uint32_t* sums, std::uint32_t* __restrict__ total, int width,
                            int chunks) {
  // TODO(lab11): scan the sums of one column (about 10 lines)
  // END TODO
}

/// Sums down the columns: table(x, y) = sum over j <= y of image(x, j), the bands above included,
/// whose totals stand one below the other.
__global__ void sum_columns(const std::uint8_t* __restrict__ image,
                            const std::uint32_t* __restrict__ sums,
                            const std::uint32_t* __restrict__ totals, int bands_above,
                            std::uint32_t* __restrict__ table, int width, int rows) {
  // TODO(lab11): go down one column of a chunk, the bands above included (about 12 lines)
  // END TODO
}

/// Sum of `value` over the lanes up to this one.
__device__ std::uint32_t sum_up_to_lane(std::uint32_t value) {
  // TODO(lab11): a scan by shuffles (about 6 lines)
  return value;
  // END TODO
}

/// In place of each value of a row the sum of those up to it. A warp a row, piece by piece; before
/// a piece, `left` is the sum of the pieces to its left.
__global__ void scan_rows(std::uint32_t* table, int width, int rows) {
  // TODO(lab11): scan a row, piece by piece (about 17 lines)
  // END TODO
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
  // TODO(lab11): two kernels, then `ready` (about 10 lines)
  // END TODO
}

/// Totals of all bands above.
void fetch_totals(const TableBands& bands, int number) {
  // TODO(lab11): copy the totals of all bands above, then `arrived` (about 12 lines)
  // END TODO
}

void make_table(const TableBands& bands, int number) {
  // TODO(lab11): wait for the totals, then two kernels (about 12 lines)
  // END TODO
}

}  // namespace

void build_table(const TableBands& bands) {
  // TODO(lab11): all steps; no total is overwritten before it is copied (about 9 lines)
  // END TODO
}

}  // namespace lab11
