/// @file
/// Lab 03, stage lookup: dynamic shared memory; a thread has rows directly below one another.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kRowsPerThread = 8;

__constant__ std::uint8_t curve[kTableSize];

/// Calls visit(index) for each pixel of this thread that is in the image.
template <typename Visit>
__device__ void for_each_pixel(int width, int height, Visit visit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int begin = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  const int end = min(begin + kRowsPerThread, height);
  if (x >= width) return;
  for (int y = begin; y < end; ++y) visit(y * width + x);
}

__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  for_each_pixel(width, height, [=](int at) { output[at] = curve[input[at]]; });
}

__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  extern __shared__ std::uint8_t mine[];
  // From the last entry down, so that the loop needs no bound but zero.
  const int threads = blockDim.x * blockDim.y;
  for (int entry = kTableSize - 1 - int(threadIdx.y * blockDim.x + threadIdx.x); entry >= 0;
       entry -= threads) {
    mine[entry] = table[entry];
  }
  __syncthreads();
  const std::uint8_t* looked_up = mine;
  for_each_pixel(width, height, [=](int at) { output[at] = looked_up[input[at]]; });
}

dim3 grid_for(int width, int height, dim3 block) {
  const unsigned rows = block.y * kRowsPerThread;
  return dim3((width + block.x - 1) / block.x, (height + rows - 1) / rows);
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(curve, table, sizeof curve, 0, cudaMemcpyHostToDevice, stream));
  look_up_constant<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                         height);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  look_up_shared<<<grid_for(width, height, block), block, kTableSize, stream>>>(
      d_input, d_output, width, height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
