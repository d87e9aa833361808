// Banks: a column of a shared tile lies in one bank if the tile's rows are 32 words long, and in 32
// different ones if they are 33.
#include "kit/device_buffer.hpp"

constexpr int kTile = 32;

/// Transposes a tile through shared memory: stores rows, reads columns. kPitch is the distance from
/// one row of the tile to the next, in words of 4 bytes.
template <int kPitch>
__global__ void transpose(const float* input, float* output) {
  __shared__ float tile[kTile * kPitch];
  const int i = threadIdx.y * kTile + threadIdx.x;
  tile[threadIdx.y * kPitch + threadIdx.x] = input[i];
  __syncthreads();
  output[i] = tile[threadIdx.x * kPitch + threadIdx.y];
}

int main() {
  kit::DeviceBuffer<float> d_input(kTile * kTile), d_output(kTile * kTile);
  KIT_CHECK(cudaMemset(d_input.data(), 0, d_input.bytes()));
  const dim3 block(kTile, kTile);
  transpose<32><<<1, block>>>(d_input.data(), d_output.data());
  transpose<33><<<1, block>>>(d_input.data(), d_output.data());
  KIT_CHECK(cudaDeviceSynchronize());
}
