// Coalescing: how many sectors of 32 bytes a warp's load touches depends on which addresses its
// lanes ask for, and on nothing else.
#include "kit/device_buffer.hpp"

constexpr int kWidth = 256, kHeight = 64, kBlock = 256;

/// Neighbouring threads, neighbouring pixels.
__global__ void along_rows(const float* image, float* output) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  output[i] = image[i];
}

/// The same, from one pixel further on: the 32 pixels reach into one more sector.
__global__ void shifted_by_one(const float* image, float* output) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  output[i] = image[i + 1];
}

/// Every second pixel: half of each sector is fetched and not used.
__global__ void every_second(const float* image, float* output) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  output[i] = image[2 * i];
}

/// Neighbouring threads, pixels one above the other: each lies in a sector of its own.
__global__ void down_columns(const float* image, float* output) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = i / kHeight, y = i % kHeight;
  output[i] = image[y * kWidth + x];
}

int main() {
  constexpr int kCount = kWidth * kHeight, kBlocks = kCount / kBlock;
  kit::DeviceBuffer<float> d_image(2 * kCount), d_output(kCount);
  KIT_CHECK(cudaMemset(d_image.data(), 0, d_image.bytes()));
  along_rows<<<kBlocks, kBlock>>>(d_image.data(), d_output.data());
  shifted_by_one<<<kBlocks, kBlock>>>(d_image.data(), d_output.data());
  every_second<<<kBlocks, kBlock>>>(d_image.data(), d_output.data());
  down_columns<<<kBlocks, kBlock>>>(d_image.data(), d_output.data());
  KIT_CHECK(cudaDeviceSynchronize());
}
