/// @file
/// Lab 03, stage lookup: a table in constant memory, then in shared memory. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

// A block covers blockDim.x columns and blockDim.y * kRowsPerThread rows.
constexpr int kRowsPerThread = 8;

__constant__ std::uint8_t constant_table[kTableSize];

/// A thread's column, and its kRowsPerThread rows, which follow one another directly. If it is
/// beyond the image, it has none.
struct Rows {
  int x;
  int begin;
  int end;
};

__device__ Rows rows_of_thread(int width, int height) {
  Rows rows;
  rows.x = blockIdx.x * blockDim.x + threadIdx.x;
  rows.begin = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  rows.end = rows.x < width ? min(rows.begin + kRowsPerThread, height) : rows.begin;
  return rows;
}

__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const Rows rows = rows_of_thread(width, height);
  for (int y = rows.begin; y < rows.end; ++y) {
    const int pixel = y * width + rows.x;
    output[pixel] = constant_table[input[pixel]];
  }
}

/// The same from a copy of the table that the block makes for itself.
__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  __shared__ std::uint8_t shared_table[kTableSize];
  // Thread 0 has the last entry, thread 1 the one before it, and so on, down to the first.
  const int threads = blockDim.x * blockDim.y;
  int entry = kTableSize - 1 - static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  while (entry >= 0) {
    shared_table[entry] = table[entry];
    entry -= threads;
  }
  __syncthreads();

  const Rows rows = rows_of_thread(width, height);
  for (int y = rows.begin; y < rows.end; ++y) {
    const int pixel = y * width + rows.x;
    output[pixel] = shared_table[input[pixel]];
  }
}

dim3 grid_for(int width, int height, dim3 block) {
  const unsigned rows = block.y * kRowsPerThread;
  return dim3((width + block.x - 1) / block.x, (height + rows - 1) / rows);
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_table, table, sizeof(constant_table), 0,
                                    cudaMemcpyHostToDevice, stream));
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
