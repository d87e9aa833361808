/// @file
/// Lab 06, stage float_table: a table of float32, and how far it is off. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLine = 64;                          // threads of a block that scans
constexpr int kBlockWidth = 32, kBlockHeight = 8;  // of one that looks up
constexpr int kCompare = 256, kCompareBlocks = 256;

/// One thread adds up one channel, the grid's y, of one row.
__global__ void scan_row_float(const std::uint8_t* __restrict__ image, float* __restrict__ rows,
                               int width, int height, int channels) {
  // TODO(lab06): as in line_scans.cu, in float (about 6 lines)
  // END TODO
}

/// One thread adds up one column of one plane, the grid's y, in place.
__global__ void scan_column_float(float* table, int width, int height) {
  // TODO(lab06): as in line_scans.cu, in float (about 7 lines)
  // END TODO
}

/// One thread computes one channel, the grid's z, of pixel (x, y).
__global__ void look_up_float(const float* __restrict__ table, std::uint8_t* __restrict__ output,
                              int width, int height, int channels, int radius) {
  // TODO(lab06): as in box.cu, in float; clip the level to [0, 255] (about 13 lines)
  // END TODO
}

/// result[0] counts the places that differ, result[1] becomes the largest difference.
__global__ void add_differences(const std::uint8_t* __restrict__ first,
                                const std::uint8_t* __restrict__ second, int count,
                                std::uint32_t* result) {
  // TODO(lab06): compare, then add up and find the largest with atomics (about 10 lines)
  // END TODO
}

}  // namespace

void box_by_float_table(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                        int channels, int radius, float* d_table, cudaStream_t stream) {
  scan_row_float<<<dim3((height + kLine - 1) / kLine, channels), kLine, 0, stream>>>(
      d_input, d_table, width, height, channels);
  KIT_CHECK(cudaGetLastError());
  scan_column_float<<<dim3((width + kLine - 1) / kLine, channels), kLine, 0, stream>>>(
      d_table, width, height);
  KIT_CHECK(cudaGetLastError());
  const dim3 block(kBlockWidth, kBlockHeight);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y, channels);
  look_up_float<<<grid, block, 0, stream>>>(d_table, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

void count_differences(const std::uint8_t* d_first, const std::uint8_t* d_second, int count,
                       std::uint32_t* d_result, cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_result, 0, 2 * sizeof *d_result, stream));
  add_differences<<<kCompareBlocks, kCompare, 0, stream>>>(d_first, d_second, count, d_result);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
