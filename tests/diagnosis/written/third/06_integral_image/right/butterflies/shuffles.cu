// Lab 06, shuffles: every lane names the one it wants, and a butterfly leaves the sum in all lanes.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kAll = ~0u;

struct Lane {
  int x, y, number;
  bool has_pixel;
};

// A warp takes one part; warps are counted through the image, four to a block.
__device__ Lane my_lane(int width, int height, int parts) {
  const int warp = blockIdx.x * 4 + threadIdx.x / 32;
  const int number = threadIdx.x & 31;
  const int y = warp / parts;
  const int x = (warp - y * parts) * 32 + number;
  return {x, y, number, x < width && y < height};
}

__global__ void differences(const std::uint8_t* __restrict__ image,
                            std::uint8_t* __restrict__ output, int width, int height, int parts) {
  const auto [x, y, lane, has_pixel] = my_lane(width, height, parts);
  const unsigned own = has_pixel ? image[y * width + x] : 0u;
  const unsigned left = __shfl_sync(kAll, own, lane == 0 ? 0 : lane - 1);
  if (has_pixel) output[y * width + x] = max(own, left) - min(own, left);
}

__global__ void means(const std::uint8_t* __restrict__ image, std::uint8_t* __restrict__ output,
                      int width, int height, int parts) {
  const auto [x, y, lane, has_pixel] = my_lane(width, height, parts);
  // Sum in the upper half, number of pixels in the lower: one butterfly for both.
  unsigned both = has_pixel ? unsigned(image[y * width + x]) << 16 | 1u : 0u;
#pragma unroll
  for (int bit = 1; bit < 32; bit <<= 1) both += __shfl_xor_sync(kAll, both, bit);
  const unsigned sum = both >> 16, count = both & 0xffffu;
  if (has_pixel) {
    const unsigned whole = sum / count;
    output[y * width + x] = static_cast<std::uint8_t>(whole + (2 * (sum - whole * count) >= count));
  }
}

}  // namespace

void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream) {
  const int parts = (width - 1) / 32 + 1;
  differences<<<(parts * height - 1) / 4 + 1, 128, 0, stream>>>(d_image, d_output, width, height,
                                                               parts);
  KIT_CHECK(cudaGetLastError());
}

void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream) {
  const int parts = (width - 1) / 32 + 1;
  means<<<(parts * height - 1) / 4 + 1, 128, 0, stream>>>(d_image, d_output, width, height, parts);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
