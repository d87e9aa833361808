/// @file
/// Lab 06, stage shuffles: every lane gets the whole sum, by a butterfly.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kAll = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kWarps = 8;

/// The place of this thread: a warp has one part of one row.
struct Place {
  int lane, x, y, index;
  bool inside;  // of the row
};

__device__ Place place_of_thread(int width) {
  Place place;
  place.lane = threadIdx.x;
  place.x = blockIdx.x * kLanes + place.lane;
  place.y = blockIdx.y * kWarps + threadIdx.y;
  place.inside = place.x < width;
  place.index = place.inside ? place.y * width + place.x : 0;
  return place;
}

__global__ void differ_from_left(const std::uint8_t* __restrict__ image,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const Place place = place_of_thread(width);
  if (place.y < height) {  // the same for a whole warp
    const int own = place.inside ? image[place.index] : 0;
    // Lane 0 asks itself.
    const int left = __shfl_sync(kAll, own, place.lane == 0 ? 0 : place.lane - 1);
    if (place.inside) output[place.index] = std::uint8_t(max(own, left) - min(own, left));
  }
}

__global__ void average_parts(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int height) {
  const Place place = place_of_thread(width);
  if (place.y < height) {
    unsigned sum = place.inside ? image[place.index] : 0;
    // After each step groups of twice as many lanes have the same sum.
    for (int flip = 1; flip < kLanes; flip <<= 1) sum += __shfl_xor_sync(kAll, sum, flip);
    const unsigned count = __popc(__ballot_sync(kAll, place.inside));
    if (place.inside) output[place.index] = std::uint8_t((2 * sum + count) / (2 * count));
  }
}

template <typename Kernel>
void launch(Kernel kernel, const std::uint8_t* d_image, std::uint8_t* d_output, int width,
            int height, cudaStream_t stream) {
  const dim3 grid((width - 1) / kLanes + 1, (height - 1) / kWarps + 1);
  kernel<<<grid, dim3(kLanes, kWarps), 0, stream>>>(d_image, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream) {
  launch(differ_from_left, d_image, d_output, width, height, stream);
}

void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream) {
  launch(average_parts, d_image, d_output, width, height, stream);
}

}  // namespace lab06
