// Wrong: a right table, but written by one scan and read and written again by the other.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {

std::size_t tiles_workspace(int, int, int) {
  return 8;
}

void table_in_tiles(const std::uint8_t* d_image, std::uint32_t* d_table, int width, int height,
                    int channels, void*, cudaStream_t stream) {
  scan_rows_by_blocks(d_image, d_table, width, height, channels, stream);
  scan_columns_by_blocks(d_table, width, height, channels, stream);
}

}  // namespace lab06
