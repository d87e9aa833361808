#include "image.cuh"
#include "lab.hpp"

namespace lab02 {
namespace {

template <typename Reader>
__device__ float correlate_at(Place place, const float* __restrict__ filter, int filter_width,
                              Reader&& read) {
  const int radius = filter_width / 2;
  float sum = 0.0f;
  // One loop through the weights as they stand in memory.
  Place tap{-radius, -radius};
  for (const float* weight = filter; tap.y <= radius; ++weight) {
    sum += *weight * read(place + tap);
    if (++tap.x > radius) {
      tap.x = -radius;
      ++tap.y;
    }
  }
  return sum;
}

__global__ void correlate(const float* __restrict__ input, float* __restrict__ output,
                          const Size size, const float* __restrict__ filter, int filter_width,
                          kit::Border border) {
  const Place place = my_place();
  if (not size.holds(place)) return;
  float result{};
  switch (border) {
    case kit::Border::zero:
      result = correlate_at(place, filter, filter_width, [=](Place p) {
        return size.holds(p) ? input[size.index(p)] : 0.0f;
      });
      break;
    case kit::Border::clamp:
      result = correlate_at(place, filter, filter_width, [=](Place p) {
        const Place nearest{max(min(p.x, size.width - 1), 0), max(min(p.y, size.height - 1), 0)};
        return input[size.index(nearest)];
      });
      break;
  }
  output[size.index(place)] = result;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const Size size{width, height};
  const auto [grid, threads] = cover(size, block);
  correlate<<<grid, threads, 0, stream>>>(d_input, d_output, size, d_filter, filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
