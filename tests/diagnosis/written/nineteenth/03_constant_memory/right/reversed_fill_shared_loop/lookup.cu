/// @file
/// Lab 03, stage lookup: both kernels walk over their pixels with one function; a thread has eight
/// neighbouring rows.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

// A block covers blockDim.x columns and blockDim.y * kRowsPerThread rows.
constexpr int kRowsPerThread = 8;

__constant__ std::uint8_t tone_table[kTableSize];

/// Calls visit(at) with the index of each pixel of this thread: one column, rows next to each other.
template <typename Visit>
__device__ void for_each_pixel(int width, int height, Visit visit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  if (x >= width || first >= height) return;
  const int rows = min(kRowsPerThread, height - first);
  for (int k = 0; k < rows; ++k) visit((first + k) * width + x);
}

__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  for_each_pixel(width, height, [=](int at) { output[at] = tone_table[input[at]]; });
}

/// The same from a copy of the table that the block makes for itself, from its last entry down.
__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  __shared__ std::uint8_t copy[kTableSize];
  const int threads = blockDim.x * blockDim.y;
  int entry = kTableSize - 1 - static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  while (entry >= 0) {
    copy[entry] = table[entry];
    entry -= threads;
  }
  __syncthreads();
  for_each_pixel(width, height, [&](int at) { output[at] = copy[input[at]]; });
}

dim3 grid_for(int width, int height, dim3 block) {
  const unsigned rows = block.y * kRowsPerThread;
  return dim3((width + block.x - 1) / block.x, (height + rows - 1) / rows);
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(tone_table, table, sizeof(tone_table), 0,
                                    cudaMemcpyHostToDevice, stream));
  look_up_constant<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                         height);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  const dim3 grid = grid_for(width, height, block);
  look_up_shared<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
