// Lab 06, stage shuffles: butterflies and votes.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kWarps = 4;  // of a block

// Each warp has one part; `work` maps lane's pixel (0 outside) and whether it is one to a level.
template <typename Work>
__device__ void for_each_part(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int height, Work work) {
  const int x = blockIdx.x * kLanes + threadIdx.x;
  const int y = blockIdx.y * kWarps + threadIdx.y;
  if (y >= height) return;  // a whole warp
  const std::int64_t at = std::int64_t(y) * width + x;
  const bool inside = x < width;
  const unsigned level = work(inside ? unsigned(image[at]) : 0u, inside);
  if (inside) output[at] = static_cast<std::uint8_t>(level);
}

__global__ void differ_from_left(const std::uint8_t* __restrict__ image,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  for_each_part(image, output, width, height, [](unsigned pixel, bool) {
    const unsigned left = __shfl_up_sync(kWholeWarp, pixel, 1);
    return max(pixel, left) - min(pixel, left);
  });
}

__global__ void average_parts(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int height) {
  for_each_part(image, output, width, height, [](unsigned pixel, bool inside) {
    const unsigned count = __popc(__ballot_sync(kWholeWarp, inside));
    unsigned sum = pixel;
    for (int away = 1; away < kLanes; away *= 2) sum += __shfl_xor_sync(kWholeWarp, sum, away);
    return (2 * sum + count) / (2 * count);
  });
}

dim3 grid_of_parts(int width, int height) {
  return dim3((width - 1) / kLanes + 1, (height - 1) / kWarps + 1);
}

}  // namespace

void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream) {
  differ_from_left<<<grid_of_parts(width, height), dim3(kLanes, kWarps), 0, stream>>>(
      d_image, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream) {
  average_parts<<<grid_of_parts(width, height), dim3(kLanes, kWarps), 0, stream>>>(
      d_image, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
