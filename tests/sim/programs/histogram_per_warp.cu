// Each warp counts in a histogram of its own, with __syncwarp; the block adds them up.
#include <vector>

#include "program.hpp"

constexpr int kBins = 16, kWarps = 4;

__global__ void histogram(const unsigned char* values, int count, unsigned* bins) {
  __shared__ unsigned own[kWarps][kBins];
  const int warp = threadIdx.x / warpSize, lane = threadIdx.x % warpSize;
  if (lane < kBins) own[warp][lane] = 0;
  __syncwarp();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[warp][values[i] % kBins], 1u);
  }
  __syncthreads();
  if (threadIdx.x >= kBins) return;
  unsigned sum = 0;
  for (int w = 0; w < kWarps; ++w) sum += own[w][threadIdx.x];
  if (sum > 0) atomicAdd(&bins[threadIdx.x], sum);
}

int main() {
  const int count = 20000;
  std::vector<unsigned char> values(count);
  std::vector<unsigned> expected(kBins), bins(kBins);
  for (int i = 0; i < count; ++i) {
    values[i] = static_cast<unsigned char>(i * i / 3);
    ++expected[values[i] % kBins];
  }
  kit::DeviceBuffer<unsigned char> d_values(values.data(), count);
  kit::DeviceBuffer<unsigned> d_bins(bins.data(), kBins);
  histogram<<<6, kWarps * 32>>>(d_values.data(), count, d_bins.data());
  KIT_CHECK(cudaGetLastError());
  d_bins.download(bins.data());
  EXPECT(bins == expected);
  return finish();
}
