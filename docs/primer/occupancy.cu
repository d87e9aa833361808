// Occupancy: how many warps have room on a multiprocessor at once, when blocks of different shapes
// bring a tile of shared memory along. Asks the device; on a GPU the figures are that card's.
#include <cstdio>

#include "kit/device_buffer.hpp"

/// Copies through a tile of dynamic shared memory, as lab 04's kernels do.
__global__ void through_tile(const float* input, float* output) {
  extern __shared__ float tile[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = input[i];
  __syncthreads();
  output[i] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
  constexpr int kWarp = 32;
  int limit = 0;
  KIT_CHECK(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
  std::printf("block threads  tile KiB  blocks at once  warps at once  occupancy\n");
  for (const int block : {32, 256, 1024}) {
    for (const int kibibytes : {1, 16, 40}) {
      int blocks = 0;
      KIT_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, through_tile, block,
                                                              std::size_t(kibibytes) * 1024));
      const int warps = blocks * block / kWarp;
      std::printf("%13d  %8d  %14d  %13d  %7d %%\n", block, kibibytes, blocks, warps,
                  100 * warps * kWarp / limit);
    }
  }
  constexpr int kBlocks = 8, kBlock = 256;
  kit::DeviceBuffer<float> d_input(kBlocks * kBlock), d_output(kBlocks * kBlock);
  KIT_CHECK(cudaMemset(d_input.data(), 0, d_input.bytes()));
  through_tile<<<kBlocks, kBlock, kBlock * sizeof(float)>>>(d_input.data(), d_output.data());
  KIT_CHECK(cudaDeviceSynchronize());
}
