/// @file
/// Lab 06, stage float_table: the comparison adds up in the warp before it uses atomics.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "window.cuh"

namespace lab06 {
namespace {

constexpr int kLine = 128;
constexpr unsigned kAll = 0xffffffffu;

__global__ void float_rows(const std::uint8_t* __restrict__ image, float* __restrict__ table,
                           int width, int height, int channels) {
  const int line = blockIdx.x * kLine + threadIdx.x;
  if (line >= height * channels) return;
  const int channel = line / height, y = line % height;
  const std::uint8_t* from = image + y * width * channels + channel;
  float* const to = table + line * width;  // planes stand one behind the other
  float sum = 0.0f;
  for (int x = 0; x < width; ++x) to[x] = sum += from[x * channels];
}

__global__ void float_columns(float* table, int width, int height) {
  const int x = blockIdx.x * kLine + threadIdx.x;
  if (x >= width) return;
  float* const column = table + blockIdx.y * width * height + x;
  float sum = column[0];
  for (int y = 1; y < height; ++y) column[y * width] = sum += column[y * width];
}

__global__ void float_look_up(const float* __restrict__ table, std::uint8_t* __restrict__ output,
                              int width, int height, int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const Window w(x, y, radius, width, height);
  for (int c = 0; c < channels; ++c) {
    const float* const plane = table + c * width * height;
    const auto at = [=](int i, int j) {
      return i < 0 || j < 0 ? 0.0f : plane[j * width + i];
    };
    float sum = at(w.right, w.bottom);
    sum -= at(w.right, w.top - 1);
    sum -= at(w.left - 1, w.bottom);
    sum += at(w.left - 1, w.top - 1);
    float level = floorf(sum / float(w.pixels()) + 0.5f);
    level = level < 0.0f ? 0.0f : level > 255.0f ? 255.0f : level;
    output[(y * width + x) * channels + c] = static_cast<std::uint8_t>(level);
  }
}

__global__ void compare(const std::uint8_t* __restrict__ a, const std::uint8_t* __restrict__ b,
                        int count, std::uint32_t* result) {
  std::uint32_t differing = 0, largest = 0;
  const std::int64_t stride = std::int64_t(gridDim.x) * blockDim.x;
  for (std::int64_t i = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count;
       i += stride) {
    const std::uint32_t p = a[i], q = b[i];
    const std::uint32_t difference = max(p, q) - min(p, q);
    differing += difference > 0;
    largest = max(largest, difference);
  }
  for (int mask = 16; mask > 0; mask >>= 1) {
    differing += __shfl_xor_sync(kAll, differing, mask);
    largest = max(largest, __shfl_xor_sync(kAll, largest, mask));
  }
  if (threadIdx.x % 32 == 0 && differing > 0) {
    atomicAdd(result, differing);
    atomicMax(result + 1, largest);
  }
}

}  // namespace

void box_by_float_table(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                        int channels, int radius, float* d_table, cudaStream_t stream) {
  float_rows<<<(height * channels + kLine - 1) / kLine, kLine, 0, stream>>>(d_input, d_table, width,
                                                                            height, channels);
  KIT_CHECK(cudaGetLastError());
  float_columns<<<dim3((width + kLine - 1) / kLine, channels), kLine, 0, stream>>>(d_table, width,
                                                                                   height);
  KIT_CHECK(cudaGetLastError());
  const dim3 block(32, 4);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  float_look_up<<<grid, block, 0, stream>>>(d_table, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

void count_differences(const std::uint8_t* d_first, const std::uint8_t* d_second, int count,
                       std::uint32_t* d_result, cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_result, 0, sizeof(std::uint32_t[2]), stream));
  compare<<<128, 256, 0, stream>>>(d_first, d_second, count, d_result);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
