// Lab 06, float table; the scans share one function, the comparison is reduced by the block first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

template <typename Load>
__device__ void run_along(float* line, int step, int length, Load load) {
  float sum = 0;
  for (int i = 0; i != length; ++i, line += step) *line = sum = __fadd_rn(sum, load(i));
}

__global__ void rows_kernel(const std::uint8_t* __restrict__ image, float* __restrict__ table,
                            int width, int height, int channels) {
  // A thread for each row of each plane, in one dimension.
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= height * channels) return;
  const int channel = line / height, y = line % height;
  const std::uint8_t* const source = image + y * width * channels + channel;
  run_along(table + std::ptrdiff_t(line) * width, 1, width,
            [=](int x) { return float(source[x * channels]); });
}

__global__ void columns_kernel(float* table, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* const top = table + std::ptrdiff_t(blockIdx.y) * width * height + x;
  run_along(top, width, height, [=](int y) { return top[y * width]; });
}

__global__ void means_kernel(const float* __restrict__ table, std::uint8_t* __restrict__ output,
                             int width, int height, int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int right = min(x + radius, width - 1), low = min(y + radius, height - 1);
  const int before = max(x - radius, 0) - 1, above = max(y - radius, 0) - 1;
  const float count = (right - before) * (low - above);
  for (int channel = 0; channel < channels; ++channel) {
    const float* const plane = table + channel * width * height;
    const auto at = [=](int i, int j) { return i < 0 || j < 0 ? 0.0f : plane[j * width + i]; };
    float sum = at(right, low);
    sum = __fsub_rn(sum, at(right, above));
    sum = __fsub_rn(sum, at(before, low));
    sum = __fadd_rn(sum, at(before, above));
    const float level = floorf(__fadd_rn(__fdiv_rn(sum, count), 0.5f));
    output[(y * width + x) * channels + channel] = level < 0 ? 0 : level > 255 ? 255 : int(level);
  }
}

__global__ void differences_kernel(const std::uint8_t* __restrict__ a,
                                   const std::uint8_t* __restrict__ b, unsigned count,
                                   std::uint32_t* result) {
  __shared__ std::uint32_t number, largest;
  if (threadIdx.x == 0) number = largest = 0;
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && a[i] != b[i]) {
    atomicAdd(&number, 1u);
    atomicMax(&largest, std::uint32_t(a[i] > b[i] ? a[i] - b[i] : b[i] - a[i]));
  }
  __syncthreads();
  if (threadIdx.x == 0 && number != 0) {
    atomicAdd(result, number);
    atomicMax(result + 1, largest);
  }
}

int pieces(int length, int piece) {
  return (length - 1) / piece + 1;
}

}  // namespace

void box_by_float_table(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                        int channels, int radius, float* d_table, cudaStream_t stream) {
  rows_kernel<<<pieces(height * channels, 32), 32, 0, stream>>>(d_input, d_table, width, height,
                                                                channels);
  KIT_CHECK(cudaGetLastError());
  columns_kernel<<<dim3(pieces(width, 32), channels), 32, 0, stream>>>(d_table, width, height);
  KIT_CHECK(cudaGetLastError());
  means_kernel<<<dim3(pieces(width, 32), pieces(height, 4)), dim3(32, 4), 0, stream>>>(
      d_table, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

void count_differences(const std::uint8_t* d_first, const std::uint8_t* d_second, int count,
                       std::uint32_t* d_result, cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_result, 0, 2 * sizeof(std::uint32_t), stream));
  if (count <= 0) return;
  differences_kernel<<<pieces(count, 512), 512, 0, stream>>>(d_first, d_second, unsigned(count),
                                                             d_result);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
