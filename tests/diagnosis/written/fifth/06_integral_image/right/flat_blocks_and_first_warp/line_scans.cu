/// @file
/// Lab 06, stage line_scans: one thread per line, lines of all channels in one flat grid.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 128;

/// Stores in `target` the running sums of `source`, each with its own step.
template <typename T>
__device__ void running_sums(const T* source, int source_step, std::uint32_t* target,
                             int target_step, int length) {
  std::uint32_t sum = 0;
  while (length-- > 0) {
    sum += *source;
    *target = sum;
    if (length == 0) break;  // no pointer past the array
    source += source_step;
    target += target_step;
  }
}

__device__ std::int64_t number_of_thread() {
  return std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
}

__global__ void rows_kernel(const std::uint8_t* image, std::uint32_t* rows, int width, int height,
                            int channels) {
  const std::int64_t line = number_of_thread();  // of the table
  if (line >= std::int64_t(height) * channels) return;
  const int y = int(line % height), channel = int(line / height);
  running_sums(image + y * width * channels + channel, channels, rows + line * width, 1, width);
}

__global__ void columns_kernel(std::uint32_t* table, int width, int height, int planes) {
  const std::int64_t line = number_of_thread();
  if (line >= std::int64_t(width) * planes) return;
  const int x = int(line % width), plane = int(line / width);
  std::uint32_t* const top = table + plane * width * height + x;
  running_sums(top, width, top, width, height);
}

unsigned blocks_for(std::int64_t lines) { return unsigned((lines + kThreads - 1) / kThreads); }

}  // namespace

void scan_rows_by_lines(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                        int channels, cudaStream_t stream) {
  rows_kernel<<<blocks_for(std::int64_t(height) * channels), kThreads, 0, stream>>>(
      d_image, d_rows, width, height, channels);
  KIT_CHECK(cudaGetLastError());
}

void scan_columns_by_lines(std::uint32_t* d_table, int width, int height, int planes,
                           cudaStream_t stream) {
  columns_kernel<<<blocks_for(std::int64_t(width) * planes), kThreads, 0, stream>>>(
      d_table, width, height, planes);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
