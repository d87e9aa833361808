/// @file
/// Lab 06's stand-in for block_scans.cu: its sums, on the host.
#include "host_scans.hpp"
#include "lab.hpp"

namespace lab06 {

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  sum_rows_on_host(d_image, d_rows, width, height, channels, stream);
}

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint64_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  sum_rows_on_host(d_image, d_rows, width, height, channels, stream);
}

void scan_columns_by_blocks(std::uint32_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  sum_columns_on_host(d_table, width, height, planes, stream);
}

void scan_columns_by_blocks(std::uint64_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  sum_columns_on_host(d_table, width, height, planes, stream);
}

}  // namespace lab06
