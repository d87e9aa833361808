/// @file
/// Lab 06, stage line_scans: one thread per row, then one per column. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kBlock = 64;  // threads; few, so that few lines still spread over the card

/// One thread adds up one channel, the grid's y, of one row.
__global__ void scan_row(const std::uint8_t* __restrict__ image, std::uint32_t* __restrict__ rows,
                         int width, int height, int channels) {
  // TODO(lab06): this thread's row and channel; leave if there is none; add up (about 7 lines)
  // END TODO
}

/// One thread adds up one column of one plane, the grid's y, in place.
__global__ void scan_column(std::uint32_t* table, int width, int height) {
  // TODO(lab06): this thread's column and plane; leave if there is none; add up (about 7 lines)
  // END TODO
}

}  // namespace

void scan_rows_by_lines(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                        int channels, cudaStream_t stream) {
  // TODO(lab06): enough blocks for all rows and channels, launch, check (about 3 lines)
  // END TODO
}

void scan_columns_by_lines(std::uint32_t* d_table, int width, int height, int planes,
                           cudaStream_t stream) {
  // TODO(lab06): enough blocks for all columns and planes, launch, check (about 3 lines)
  // END TODO
}

}  // namespace lab06
