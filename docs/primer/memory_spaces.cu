// Memory spaces: the same sum of five neighbours, with weights and pixels read from one place or
// another.
#include "kit/device_buffer.hpp"

constexpr int kTaps = 5, kRadius = kTaps / 2, kBlock = 256, kBlocks = 16;
constexpr int kCount = kBlocks * kBlock;

__constant__ float c_weights[kTaps];

/// Pixels and weights from global memory. The input has kRadius more pixels on each side.
__global__ void all_global(const float* input, const float* weights, float* output) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;  // in a register: the fastest place, and only this thread has it
  for (int k = 0; k < kTaps; ++k) sum += weights[k] * input[i + k];
  output[i] = sum;
}

/// Weights from constant memory, which gives one value to all lanes of a warp at once.
__global__ void constant_weights(const float* input, float* output) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * input[i + k];
  output[i] = sum;
}

/// Pixels from shared memory, into which the block has loaded each of them once.
__global__ void shared_pixels(const float* input, float* output) {
  __shared__ float tile[kBlock + 2 * kRadius];
  const int first = blockIdx.x * blockDim.x;
  for (int n = threadIdx.x; n < kBlock + 2 * kRadius; n += kBlock) tile[n] = input[first + n];
  __syncthreads();  // no thread reads before all have loaded
  float sum = 0;
  for (int k = 0; k < kTaps; ++k) sum += c_weights[k] * tile[threadIdx.x + k];
  output[first + threadIdx.x] = sum;
}

int main() {
  const float weights[kTaps] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
  kit::DeviceBuffer<float> d_weights(weights, kTaps), d_output(kCount);
  kit::DeviceBuffer<float> d_input(kCount + 2 * kRadius);
  KIT_CHECK(cudaMemset(d_input.data(), 0, d_input.bytes()));
  KIT_CHECK(cudaMemcpyToSymbol(c_weights, weights, sizeof weights));
  all_global<<<kBlocks, kBlock>>>(d_input.data(), d_weights.data(), d_output.data());
  constant_weights<<<kBlocks, kBlock>>>(d_input.data(), d_output.data());
  shared_pixels<<<kBlocks, kBlock>>>(d_input.data(), d_output.data());
  KIT_CHECK(cudaDeviceSynchronize());
}
