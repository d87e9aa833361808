// Lab 06, stage shuffles: with exchanges across the warp (xor) every lane has the sum at the end, so
// that nobody has to tell it; the lane before is read with an indexed shuffle.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kAll = ~0u;
constexpr int kLanes = 32;
constexpr int kRows = 4;

template <typename Operation>
__global__ void for_each_part(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int height,
                              Operation operation) {
  const int x = blockIdx.x * kLanes + threadIdx.x, y = blockIdx.y * kRows + threadIdx.y;
  if (y >= height) return;  // the whole warp
  const int at = y * width + min(x, width - 1);
  const int pixels = min(kLanes, width - int(blockIdx.x) * kLanes);
  const int result = operation(x < width ? int(image[at]) : 0, int(threadIdx.x), pixels);
  if (x < width) output[at] = std::uint8_t(result);
}

struct Difference {
  __device__ int operator()(int pixel, int lane, int) const {
    const int left = __shfl_sync(kAll, pixel, lane == 0 ? 0 : lane - 1);
    return max(pixel, left) - min(pixel, left);
  }
};

struct Mean {
  __device__ int operator()(int pixel, int, int pixels) const {
    for (int far = 1; far < kLanes; far <<= 1) pixel += __shfl_xor_sync(kAll, pixel, far);
    return (2 * pixel + pixels) / (2 * pixels);
  }
};

template <typename Operation>
void launch(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
            cudaStream_t stream) {
  const dim3 grid((width - 1) / kLanes + 1, (height - 1) / kRows + 1);
  for_each_part<<<grid, dim3(kLanes, kRows), 0, stream>>>(d_image, d_output, width, height,
                                                          Operation{});
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream) {
  launch<Difference>(d_image, d_output, width, height, stream);
}

void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream) {
  launch<Mean>(d_image, d_output, width, height, stream);
}

}  // namespace lab06
