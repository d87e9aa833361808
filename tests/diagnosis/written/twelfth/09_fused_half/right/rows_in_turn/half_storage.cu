/// @file
/// Lab 09, stage half_storage: a thread takes several rows, a grid apart; columns are summed first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

struct Size {
  int width, height;
  __device__ int at(int x, int y) const {
    return min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1);
  }
};

__global__ void soften(const std::uint8_t* __restrict__ grey, __half* __restrict__ soft, Size size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= size.width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < size.height;
       y += gridDim.y * blockDim.y) {
    const auto column = [&](int i) {  // in 1/16
      const float outer = float(grey[size.at(i, y - 2)]) + float(grey[size.at(i, y + 2)]);
      const float inner = float(grey[size.at(i, y - 1)]) + float(grey[size.at(i, y + 1)]);
      return outer + 4.0f * inner + 6.0f * float(grey[size.at(i, y)]);
    };
    const float sum = column(x - 2) + column(x + 2) + 4.0f * (column(x - 1) + column(x + 1)) +
                      6.0f * column(x);
    soft[size.at(x, y)] = __float2half_rn(sum * (1.0f / 256.0f));
  }
}

__global__ void steepness(const __half* __restrict__ soft, float* __restrict__ magnitude,
                          Size size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= size.width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < size.height;
       y += gridDim.y * blockDim.y) {
    float b[3][3];
    for (int n = 0; n < 9; ++n) {
      b[n / 3][n % 3] = __half2float(soft[size.at(x + n % 3 - 1, y + n / 3 - 1)]);
    }
    float gx = 0.0f, gy = 0.0f;
    for (int k = 0; k < 3; ++k) {
      const float factor = k == 1 ? 2.0f : 1.0f;
      gx += factor * (b[k][2] - b[k][0]);
      gy += factor * (b[2][k] - b[0][k]);
    }
    magnitude[size.at(x, y)] = fabsf(gx) + fabsf(gy);
  }
}

}  // namespace

void magnitude_half_storage(const std::uint8_t* d_grey, __half* d_blurred, float* d_magnitude,
                            int width, int height, dim3 block, cudaStream_t stream) {
  const Size size{width, height};
  const unsigned rows_of_block = 2 * block.y;  // two for each thread
  const dim3 grid((width + block.x - 1) / block.x, (height + rows_of_block - 1) / rows_of_block);
  soften<<<grid, block, 0, stream>>>(d_grey, d_blurred, size);
  KIT_CHECK(cudaGetLastError());
  steepness<<<grid, block, 0, stream>>>(d_blurred, d_magnitude, size);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
