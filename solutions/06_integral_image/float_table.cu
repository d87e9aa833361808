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
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= height) return;
  float sum = 0.0f;
  for (int x = 0; x < width; ++x) {
    sum += image[(y * width + x) * channels + blockIdx.y];
    rows[(int(blockIdx.y) * height + y) * width + x] = sum;
  }
}

/// One thread adds up one column of one plane, the grid's y, in place.
__global__ void scan_column_float(float* table, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float sum = 0.0f;
  for (int y = 0; y < height; ++y) {
    const int place = (int(blockIdx.y) * height + y) * width + x;
    // From 2^24 on a float has no odd values: this addition rounds, and the error stays in the sum.
    sum += table[place];
    table[place] = sum;
  }
}

/// One thread computes one channel, the grid's z, of pixel (x, y).
__global__ void look_up_float(const float* __restrict__ table, std::uint8_t* __restrict__ output,
                              int width, int height, int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* const plane = table + int(blockIdx.z) * width * height;
  const int left = max(x - radius, 0) - 1, right = min(x + radius, width - 1);
  const int above = max(y - radius, 0) - 1, below = min(y + radius, height - 1);
  float sum = plane[below * width + right];
  if (above >= 0) sum -= plane[above * width + right];
  if (left >= 0) sum -= plane[below * width + left];
  if (above >= 0 && left >= 0) sum += plane[above * width + left];
  const float mean = sum / (float(right - left) * float(below - above));
  const float level = floorf(mean + 0.5f);
  output[(y * width + x) * channels + blockIdx.z] = std::uint8_t(fminf(fmaxf(level, 0.0f), 255.0f));
}

/// result[0] counts the places that differ, result[1] becomes the largest difference.
__global__ void add_differences(const std::uint8_t* __restrict__ first,
                                const std::uint8_t* __restrict__ second, int count,
                                std::uint32_t* result) {
  std::uint32_t number = 0, largest = 0;
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x) {
    const std::uint32_t difference = abs(int(first[i]) - int(second[i]));
    number += difference > 0 ? 1 : 0;
    largest = max(largest, difference);
  }
  // Two atomics per thread, not per byte; most images are equal nearly everywhere.
  if (number == 0) return;
  atomicAdd(&result[0], number);
  atomicMax(&result[1], largest);
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
