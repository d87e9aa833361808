/// @file
/// Lab 06, stage shuffles: one template launches both; sums by butterflies, which reach all lanes.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kAll = ~0u;
constexpr int kLanes = 32;
constexpr int kRows = 4;  // warps of a block

/// What a lane knows of its place.
struct Place {
  int x, y, lane;
};

struct DifferenceFromLeft {
  __device__ int operator()(int pixel, Place place, int) const {
    const int left = __shfl_sync(kAll, pixel, max(place.lane - 1, 0));
    return left < pixel ? pixel - left : left - pixel;
  }
};

struct MeanOfPart {
  __device__ int operator()(int pixel, Place place, int width) const {
    int sum = pixel;
    for (int bit = 1; bit < kLanes; bit <<= 1) sum += __shfl_xor_sync(kAll, sum, bit);
    const int left_over = width - (place.x - place.lane);
    const int count = left_over < kLanes ? left_over : kLanes;
    const int quotient = sum / count, rest = sum % count;
    return quotient + (rest >= count - rest);
  }
};

/// One warp has one part of one row; its lanes beyond the row take part with 0.
template <typename Rule>
__global__ void for_each_part(const std::uint8_t* image, std::uint8_t* output, int width,
                              int height, Rule rule) {
  const int lane = threadIdx.x % kLanes;
  const Place place{int(blockIdx.x) * kLanes + lane,
                    int(blockIdx.y) * kRows + int(threadIdx.x) / kLanes, lane};
  if (place.y >= height) return;  // the whole warp
  const int at = place.y * width + place.x;
  int pixel = 0;
  if (place.x < width) pixel = image[at];
  const int result = rule(pixel, place, width);
  if (place.x < width) output[at] = static_cast<std::uint8_t>(result);
}

template <typename Rule>
void launch(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
            cudaStream_t stream) {
  const dim3 grid((width - 1) / kLanes + 1, (height - 1) / kRows + 1);
  for_each_part<<<grid, kLanes * kRows, 0, stream>>>(d_image, d_output, width, height, Rule{});
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream) {
  launch<DifferenceFromLeft>(d_image, d_output, width, height, stream);
}

void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream) {
  launch<MeanOfPart>(d_image, d_output, width, height, stream);
}

}  // namespace lab06
