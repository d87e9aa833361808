/// @file
/// Lab 03, stage lookup: a table in constant memory, then in shared memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

// A block covers blockDim.x columns and blockDim.y * kRowsPerThread rows.
constexpr int kRowsPerThread = 8;

__constant__ std::uint8_t c_table[kTableSize];

/// The rows of this thread: kRowsPerThread that follow one another, cut off at the image's end.
struct Rows {
  int begin;
  int end;
};

__device__ Rows rows_of_this_thread(int height) {
  const int begin = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  return {begin, min(begin + kRowsPerThread, height)};
}

/// A thread replaces the pixels of its column in its rows, if they are in the image.
__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const Rows rows = rows_of_this_thread(height);
  if (x < width) {
    for (int y = rows.begin; y < rows.end; ++y) {
      output[y * width + x] = c_table[input[y * width + x]];
    }
  }
}

/// The same from a copy of the table that the block makes for itself. All threads stay to the end.
__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  __shared__ std::uint8_t entries[kTableSize];

  // Thread t takes the entries 255 - t, 255 - t - threads, and so on.
  const int threads = blockDim.x * blockDim.y;
  int entry = kTableSize - 1 - int(threadIdx.x + threadIdx.y * blockDim.x);
  for (; entry >= 0; entry -= threads) entries[entry] = table[entry];
  __syncthreads();

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const Rows rows = rows_of_this_thread(height);
  const int last = x < width ? rows.end : rows.begin;
  for (int y = rows.begin; y < last; ++y) {
    const int place = y * width + x;
    output[place] = entries[input[place]];
  }
}

dim3 grid_for(int width, int height, dim3 block) {
  const unsigned rows = block.y * kRowsPerThread;
  return dim3((width + block.x - 1) / block.x, (height + rows - 1) / rows);
}

}  // namespace

void tone_curve_constant(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                         const std::uint8_t* table, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_table, table, sizeof(c_table), 0, cudaMemcpyHostToDevice,
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
