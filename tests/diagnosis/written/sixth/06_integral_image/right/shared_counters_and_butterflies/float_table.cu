// Lab 06, stage float_table: one kernel template for both scans; warps compare together.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 128;
constexpr unsigned kWholeWarp = 0xffffffffu;

// One thread makes running sums of one line of `length` values.
template <typename From>
__device__ void running_sums(const From* from, std::ptrdiff_t from_step, float* to,
                             std::ptrdiff_t to_step, int length) {
  float sum = 0.0f;
  for (int k = 0; k < length; ++k) {
    sum += static_cast<float>(from[k * from_step]);
    to[k * to_step] = sum;
  }
}

__global__ void scan_rows_float(const std::uint8_t* __restrict__ image, float* __restrict__ table,
                                int width, int height, int channels) {
  const int line = blockIdx.x * kThreads + threadIdx.x;  // a row of a channel
  if (line >= height * channels) return;
  const int channel = line / height, y = line % height;
  running_sums(image + std::ptrdiff_t(y) * width * channels + channel, channels,
               table + std::ptrdiff_t(line) * width, 1, width);
}

__global__ void scan_columns_float(float* table, int width, int height) {
  const int x = blockIdx.x * kThreads + threadIdx.x;
  if (x >= width) return;
  float* const column = table + std::ptrdiff_t(blockIdx.y) * width * height + x;
  running_sums(column, width, column, width, height);
}

__global__ void look_up_float(const float* __restrict__ table, std::uint8_t* __restrict__ output,
                              int width, int height, int channels, int radius) {
  const int x = blockIdx.x * kThreads + threadIdx.x;
  if (x >= width) return;
  const int y = blockIdx.y, channel = blockIdx.z;
  const float* const plane = table + std::ptrdiff_t(channel) * width * height;
  const auto sum_to = [=](int column, int row) {
    return column < 0 || row < 0 ? 0.0f : plane[row * width + column];
  };

  const int before_x = max(x - radius, 0) - 1, last_x = min(x + radius, width - 1);
  const int before_y = max(y - radius, 0) - 1, last_y = min(y + radius, height - 1);
  float sum = sum_to(last_x, last_y);
  sum -= sum_to(last_x, before_y);
  sum -= sum_to(before_x, last_y);
  sum += sum_to(before_x, before_y);

  const int count = (last_x - before_x) * (last_y - before_y);
  const float level = floorf(sum / static_cast<float>(count) + 0.5f);
  output[(y * width + x) * channels + channel] =
      level <= 0.0f ? 0 : level >= 255.0f ? 255 : static_cast<std::uint8_t>(level);
}

__global__ void compare_bytes(const std::uint8_t* __restrict__ first,
                              const std::uint8_t* __restrict__ second, int count,
                              std::uint32_t* result) {
  const std::int64_t i = std::int64_t(blockIdx.x) * kThreads + threadIdx.x;
  const int a = i < count ? first[i] : 0, b = i < count ? second[i] : 0;
  std::uint32_t largest = a > b ? a - b : b - a;
  const unsigned differing = __popc(__ballot_sync(kWholeWarp, a != b));
  for (int away = 16; away > 0; away /= 2) {
    largest = max(largest, __shfl_xor_sync(kWholeWarp, largest, away));
  }
  if (threadIdx.x % 32 == 0 && differing != 0) {
    atomicAdd(result, differing);
    atomicMax(result + 1, largest);
  }
}

unsigned blocks_for(int threads) { return (threads - 1) / kThreads + 1; }

}  // namespace

void box_by_float_table(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                        int channels, int radius, float* d_table, cudaStream_t stream) {
  scan_rows_float<<<blocks_for(height * channels), kThreads, 0, stream>>>(d_input, d_table, width,
                                                                          height, channels);
  KIT_CHECK(cudaGetLastError());
  scan_columns_float<<<dim3(blocks_for(width), channels), kThreads, 0, stream>>>(d_table, width,
                                                                                 height);
  KIT_CHECK(cudaGetLastError());
  look_up_float<<<dim3(blocks_for(width), height, channels), kThreads, 0, stream>>>(
      d_table, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

void count_differences(const std::uint8_t* d_first, const std::uint8_t* d_second, int count,
                       std::uint32_t* d_result, cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_result, 0, 2 * sizeof(std::uint32_t), stream));
  if (count <= 0) return;
  compare_bytes<<<blocks_for(count), kThreads, 0, stream>>>(d_first, d_second, count, d_result);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
