/// @file
/// Lab 03, stage lookup: a table in constant memory, then in shared memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

// A block covers blockDim.x columns and blockDim.y * kRowsPerThread rows.
constexpr int kRowsPerThread = 8;

__constant__ std::uint8_t c_table[kTableSize];

struct FromConstant {
  __device__ std::uint8_t operator()(std::uint8_t level) const { return c_table[level]; }
};

struct FromShared {
  const std::uint8_t* table;
  __device__ std::uint8_t operator()(std::uint8_t level) const { return table[level]; }
};

/// Replaces the thread's pixels: a band of kRowsPerThread neighbouring rows in its column.
template <typename LookUp>
__device__ void replace_band(const std::uint8_t* __restrict__ input,
                             std::uint8_t* __restrict__ output, int width, int height,
                             LookUp look_up) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  const int begin = (blockIdx.y * blockDim.y + threadIdx.y) * kRowsPerThread;
  const int end = min(begin + kRowsPerThread, height);
  for (int y = begin; y < end; ++y) output[y * width + x] = look_up(input[y * width + x]);
}

__global__ void look_up_constant(const std::uint8_t* __restrict__ input,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  replace_band(input, output, width, height, FromConstant{});
}

/// The same from a copy of the table that the block makes for itself, from the last entry down.
__global__ void look_up_shared(const std::uint8_t* __restrict__ input,
                               std::uint8_t* __restrict__ output, int width, int height,
                               const std::uint8_t* __restrict__ table) {
  extern __shared__ std::uint8_t s_table[];  // kTableSize bytes, by the launch
  const int threads = blockDim.x * blockDim.y;
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  for (int entry = kTableSize - 1 - tid; entry >= 0; entry -= threads) {
    s_table[entry] = table[entry];
  }
  __syncthreads();
  replace_band(input, output, width, height, FromShared{s_table});
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
  look_up_shared<<<grid_for(width, height, block), block, kTableSize, stream>>>(
      d_input, d_output, width, height, d_table);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
