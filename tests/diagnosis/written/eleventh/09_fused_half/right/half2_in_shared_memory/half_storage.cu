// Halves between two kernels; the blur sums whole numbers, which float32 holds exactly.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

struct Size {
  int width, height;
  __device__ int at(int x, int y) const {
    return max(0, min(y, height - 1)) * width + max(0, min(x, width - 1));
  }
  __device__ bool has(int x, int y) const { return x < width && y < height; }
};

__global__ void blur_kernel(const std::uint8_t* __restrict__ grey, __half* __restrict__ blurred,
                            Size size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!size.has(x, y)) return;
  constexpr int kBinomial[] = {1, 4, 6, 4, 1};
  int sum = 0;
#pragma unroll
  for (int n = 0; n < 25; ++n) {
    sum += kBinomial[n / 5] * kBinomial[n % 5] * grey[size.at(x + n % 5 - 2, y + n / 5 - 2)];
  }
  blurred[size.at(x, y)] = __float2half_rn(sum * (1.0f / 256));
}

__global__ void sobel_kernel(const __half* __restrict__ blurred, float* __restrict__ magnitude,
                             Size size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!size.has(x, y)) return;
  float gx = 0, gy = 0;
#pragma unroll
  for (int j = -1; j <= 1; ++j) {
#pragma unroll
    for (int i = -1; i <= 1; ++i) {
      if (i == 0 && j == 0) continue;
      const float b = __half2float(blurred[size.at(x + i, y + j)]);
      gx += i * (2 - abs(j)) * b;
      gy += j * (2 - abs(i)) * b;
    }
  }
  magnitude[size.at(x, y)] = fabsf(gx) + fabsf(gy);
}

}  // namespace

void magnitude_half_storage(const std::uint8_t* d_grey, __half* d_blurred, float* d_magnitude,
                            int width, int height, dim3 block, cudaStream_t stream) {
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  const Size size{width, height};
  blur_kernel<<<grid, block, 0, stream>>>(d_grey, d_blurred, size);
  KIT_CHECK(cudaGetLastError());
  sobel_kernel<<<grid, block, 0, stream>>>(d_blurred, d_magnitude, size);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
