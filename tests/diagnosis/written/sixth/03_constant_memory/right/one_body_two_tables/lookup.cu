/// @file
/// Lab 03, stage lookup: one function does the rows for both kernels; a functor gives the entry.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kRowsPerThread = 8;

__constant__ std::uint8_t curve[kTableSize];

/// Gives a thread's pixels, kRowsPerThread neighbouring rows of one column, to `entry`.
template <typename Entry>
__device__ void replace_pixels(const std::uint8_t* input, std::uint8_t* output, int width,
                               int height, Entry entry) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int begin = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  if (x >= width || begin >= height) return;
  const int end = min(begin + kRowsPerThread, height);
  int y = begin;
  do {
    const std::size_t place = static_cast<std::size_t>(y) * width + x;
    output[place] = entry(input[place]);
  } while (++y < end);
}

__global__ void curve_from_constant(const std::uint8_t* __restrict__ input,
                                    std::uint8_t* __restrict__ output, int width, int height) {
  replace_pixels(input, output, width, height, [](unsigned level) { return curve[level]; });
}

__global__ void curve_from_shared(const std::uint8_t* __restrict__ input,
                                  std::uint8_t* __restrict__ output, int width, int height,
                                  const std::uint8_t* __restrict__ table) {
  __shared__ std::uint8_t entries[kTableSize];
  // From the last entry down: thread 0 begins with 255.
  const int stride = blockDim.x * blockDim.y;
  int k = kTableSize - 1 - static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  while (k >= 0) {
    entries[k] = table[k];
    k -= stride;
  }
  __syncthreads();
  const std::uint8_t* const copy = entries;
  replace_pixels(input, output, width, height, [copy](unsigned level) { return copy[level]; });
}

/// Launches either kernel.
template <typename... Parameters, typename... Arguments>
void launch_rows(void (*kernel)(Parameters...), int width, int height, dim3 block,
                 cudaStream_t stream, Arguments... arguments) {
  block.z = 1;
  const unsigned rows = block.y * kRowsPerThread;
  const dim3 grid{1 + (width - 1) / block.x, 1 + (height - 1) / rows, 1};
  kernel<<<grid, block, 0, stream>>>(arguments...);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(curve, table, sizeof curve, 0, cudaMemcpyHostToDevice, stream));
  launch_rows(curve_from_constant, width, height, block, stream, d_input, d_output, width, height);
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  launch_rows(curve_from_shared, width, height, block, stream, d_input, d_output, width, height,
              d_table);
}

}  // namespace lab03
