// @file
// Lab 06, stage float_table: a table of float32, and how far it is off. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLine = 64;                          // threads of a block that scans
constexpr int kBlockWidth = 32, kBlockHeight = 8;  // of one that looks up
constexpr int kCompare = 256, kCompareBlocks = 256;

// One thread adds up one channel, the grid's y, of one row.
__global__ void scan_row_float(const std::uint8_t* __restrict__ image, float* __restrict__ rows,
                               int width, int height, int channels) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  const int channel = blockIdx.y;
  if (y >= height) return;
  float sum = 0.0f;
  for (int x = 0; x < width; ++x) {
    sum += image[(y * width + x) * channels + channel];
    rows[(channel * height + y) * width + x] = sum;
  }
}

// One thread adds up one column of one plane, the grid's y, in place.
__global__ void scan_column_float(float* table, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* column = table + blockIdx.y * width * height + x;
  float sum = 0.0f;
  for (int y = 0; y < height; ++y) {
    sum += column[y * width];
    column[y * width] = sum;
  }
}

// One thread computes one channel, the grid's z, of pixel (x, y).
__global__ void look_up_float(const float* __restrict__ table, std::uint8_t* __restrict__ output,
                              int width, int height, int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int channel = blockIdx.z;
  if (x >= width || y >= height) return;

  const int x0 = max(x - radius, 0), x1 = min(x + radius, width - 1);
  const int y0 = max(y - radius, 0), y1 = min(y + radius, height - 1);
  const float* plane = table + channel * width * height;
  const float d = plane[y1 * width + x1];
  const float b = y0 > 0 ? plane[(y0 - 1) * width + x1] : 0.0f;
  const float c = x0 > 0 ? plane[y1 * width + x0 - 1] : 0.0f;
  const float a = x0 > 0 && y0 > 0 ? plane[(y0 - 1) * width + x0 - 1] : 0.0f;
  const float count = float((x1 - x0 + 1) * (y1 - y0 + 1));
  const float mean = (((d - b) - c) + a) / count;
  const float level = fminf(fmaxf(floorf(mean + 0.5f), 0.0f), 255.0f);
  output[(y * width + x) * channels + channel] = std::uint8_t(level);
}

// result[0] counts the places that differ, result[1] becomes the largest difference.
__global__ void add_differences(const std::uint8_t* __restrict__ first,
                                const std::uint8_t* __restrict__ second, int count,
                                std::uint32_t* result) {
  const std::int64_t stride = std::int64_t(gridDim.x) * blockDim.x;
  std::uint32_t different = 0, largest = 0;
  for (std::int64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
    const int difference = abs(int(first[i]) - int(second[i]));
    if (difference != 0) ++different;
    largest = max(largest, std::uint32_t(difference));
  }
  if (different > 0) {
    atomicAdd(&result[0], different);
    atomicMax(&result[1], largest);
  }
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
