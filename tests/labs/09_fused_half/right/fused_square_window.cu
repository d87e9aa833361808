/// @file
/// Unusual: tiles of 24x16 from a template, the whole window of 25 weights at once, and dynamic
/// shared memory that holds floats only.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

template <int kWidth, int kHeight>
__global__ void magnitude_of_tile(const std::uint8_t* __restrict__ grey,
                                  float* __restrict__ magnitude, int width, int height) {
  extern __shared__ float memory[];
  constexpr int kGreyWidth = kWidth + 6, kGreyHeight = kHeight + 6;
  constexpr int kBlurredWidth = kWidth + 2, kBlurredHeight = kHeight + 2;
  float* const levels = memory;
  float* const blurred = memory + kGreyWidth * kGreyHeight;
  const int left = blockIdx.x * kWidth, top = blockIdx.y * kHeight;
  const auto inside = [](int at, int length) { return at < 0 ? 0 : at < length ? at : length - 1; };

  for (int v = threadIdx.y; v < kGreyHeight; v += blockDim.y)
    for (int u = threadIdx.x; u < kGreyWidth; u += blockDim.x)
      levels[v * kGreyWidth + u] =
          grey[inside(top + v - 3, height) * width + inside(left + u - 3, width)];
  __syncthreads();
  for (int v = threadIdx.y; v < kBlurredHeight; v += blockDim.y) {
    for (int u = threadIdx.x; u < kBlurredWidth; u += blockDim.x) {
      const int y = inside(top + v - 1, height) - top + 1,
                x = inside(left + u - 1, width) - left + 1;
      const float* const corner = levels + y * kGreyWidth + x;
      float sum = 0.0f;
      constexpr int kBinomial[5] = {1, 4, 6, 4, 1};
      for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i)
          sum += float(kBinomial[j] * kBinomial[i]) * corner[j * kGreyWidth + i];
      blurred[v * kBlurredWidth + u] = sum * (1.0f / 256.0f);
    }
  }
  __syncthreads();
  const int x = left + threadIdx.x, y = top + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* const b = blurred + (threadIdx.y + 1) * kBlurredWidth + threadIdx.x + 1;
  float gx = 0.0f, gy = 0.0f;
  for (int k = -1; k <= 1; ++k) {
    const float weight = k == 0 ? 2.0f : 1.0f;
    gx += weight * (b[k * kBlurredWidth + 1] - b[k * kBlurredWidth - 1]);
    gy += weight * (b[kBlurredWidth + k] - b[-kBlurredWidth + k]);
  }
  magnitude[y * width + x] = fabsf(gx) + fabsf(gy);
}

}  // namespace

void magnitude_fused(const std::uint8_t* d_grey, float* d_magnitude, int width, int height,
                     cudaStream_t stream) {
  constexpr int kWidth = 24, kHeight = 16;
  const dim3 grid((width + kWidth - 1) / kWidth, (height + kHeight - 1) / kHeight);
  const std::size_t bytes =
      sizeof(float) * ((kWidth + 6) * (kHeight + 6) + (kWidth + 2) * (kHeight + 2));
  magnitude_of_tile<kWidth, kHeight>
      <<<grid, dim3(kWidth, kHeight), bytes, stream>>>(d_grey, d_magnitude, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
