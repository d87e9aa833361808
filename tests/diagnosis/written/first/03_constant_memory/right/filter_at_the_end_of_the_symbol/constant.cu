/// @file
/// Lab 03, stage constant: the weights stand at the end of the variable, the last one last, and are
/// taken from back to front.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kCapacity = kMaxFilterWidth * kMaxFilterWidth;

struct Bank {
  float slot[kCapacity];
};

__constant__ Bank bank;

/// The value at (x, y), which may lie outside the image: then what the border puts there.
__device__ __forceinline__ float fetch(const float* image, int width, int height, int x, int y,
                                       bool clamped) {
  const int cx = x < 0 ? 0 : (x < width ? x : width - 1);
  const int cy = y < 0 ? 0 : (y < height ? y : height - 1);
  const float value = image[static_cast<std::size_t>(cy) * width + cx];
  return clamped || (cx == x && cy == y) ? value : 0.0f;
}

__global__ void correlate_backwards(const float* __restrict__ input, float* __restrict__ output,
                                    int2 size, int filter_width, bool clamped) {
  const int2 at = make_int2(blockIdx.x * blockDim.x + threadIdx.x,
                            blockIdx.y * blockDim.y + threadIdx.y);
  if (at.x < size.x && at.y < size.y) {
    const int r = filter_width >> 1;
    int slot = kCapacity;
    float sum = 0.0f;
    for (int dy = r; dy >= -r; --dy)
      for (int dx = r; dx >= -r; --dx)
        sum = fmaf(bank.slot[--slot], fetch(input, size.x, size.y, at.x + dx, at.y + dy, clamped),
                   sum);
    output[static_cast<std::size_t>(at.y) * size.x + at.x] = sum;
  }
}

int parts(int whole, unsigned part) { return 1 + (whole - 1) / static_cast<int>(part); }

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(bank, filter, bytes, sizeof(Bank) - bytes,
                                    cudaMemcpyHostToDevice, stream));
  correlate_backwards<<<dim3(parts(width, block.x), parts(height, block.y)), block, 0, stream>>>(
      d_input, d_output, make_int2(width, height), filter_width, border == kit::Border::clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
