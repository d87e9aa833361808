// Wrong: a right table, but made in two passes.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {

std::size_t one_pass_workspace(int, int, int) {
  return 8;
}

void table_one_pass(const std::uint8_t* d_image, std::uint32_t* d_table, int width, int height,
                    int channels, void*, cudaStream_t stream) {
  scan_rows_by_blocks(d_image, d_table, width, height, channels, stream);
  scan_columns_by_blocks(d_table, width, height, channels, stream);
}

void box_one_pass(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                  int channels, int radius, std::uint32_t* d_table, void* d_workspace,
                  cudaStream_t stream) {
  table_one_pass(d_input, d_table, width, height, channels, d_workspace, stream);
  box_from_table(d_table, d_output, width, height, channels, radius, stream);
}

}  // namespace lab06
