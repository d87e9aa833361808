// Histogram with shared-memory atomics, merged with global ones.
#include <vector>

#include "program.hpp"

constexpr int kBins = 64;

__global__ void histogram(const unsigned char* values, int count, unsigned int* bins) {
  __shared__ unsigned int local[kBins];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    atomicAdd(&local[values[i] % kBins], 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}

int main() {
  std::vector<unsigned char> values(100001);
  std::vector<unsigned int> expected(kBins), bins(kBins);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<unsigned char>(i * i * 31 + i / 7);
    ++expected[values[i] % kBins];
  }
  kit::DeviceBuffer<unsigned char> d_values(values.data(), values.size());
  kit::DeviceBuffer<unsigned int> d_bins(bins.data(), bins.size());
  histogram<<<20, 96>>>(d_values.data(), int(values.size()), d_bins.data());
  KIT_CHECK(cudaGetLastError());
  d_bins.download(bins.data());
  for (int i = 0; i < kBins; ++i) EXPECT(bins[i] == expected[i]);
  return finish();
}
