/// @file
/// Lab 02, stage kernel: a kernel template per border; the launcher picks one by a pointer.
#include "grid.cuh"
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct Zero {
  __device__ static float at(const float* image, Size size, Place p) {
    return size.has(p) ? image[size.index(p)] : 0.0f;
  }
};

struct Nearest {
  __device__ static float at(const float* image, Size size, Place p) {
    p.x = max(0, min(p.x, size.width - 1));
    p.y = max(0, min(p.y, size.height - 1));
    return image[size.index(p)];
  }
};

template <typename Beyond>
__global__ void convolve_with(const float* input, float* output, Size size, const float* filter,
                              int radius) {
  const Place here = my_place();
  if (size.has(here)) {
    const auto [x, y] = here;
    float sum = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy)
      for (int dx = -radius; dx <= radius; ++dx)
        sum += *filter++ * Beyond::at(input, size, Place{x + dx, y + dy});
    output[size.index(here)] = sum;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const Size size{width, height};
  const dim3 grid = size.in_blocks_of(block);
  if (border == kit::Border::clamp) {
    convolve_with<Nearest><<<grid, block, 0, stream>>>(d_input, d_output, size, d_filter,
                                                       filter_width / 2);
  } else {
    convolve_with<Zero><<<grid, block, 0, stream>>>(d_input, d_output, size, d_filter,
                                                    filter_width / 2);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
