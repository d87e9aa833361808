/// @file
/// Lab 03, stage constant: a kernel for each border, chosen by a table of pointers; one loop over
/// all taps that carries the tap's place along.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

__constant__ float taps[kMaxFilterWidth * kMaxFilterWidth];

struct ZeroBeyond {
  static __device__ float at(const float* p, int w, int h, int x, int y) {
    // As unsigned, a negative coordinate is beyond any size.
    const bool inside = static_cast<unsigned>(x) < static_cast<unsigned>(w) &&
                        static_cast<unsigned>(y) < static_cast<unsigned>(h);
    return inside ? p[y * w + x] : 0.0f;
  }
};

struct NearestBeyond {
  static __device__ float at(const float* p, int w, int h, int x, int y) {
    return p[max(0, min(y, h - 1)) * w + max(0, min(x, w - 1))];
  }
};

template <typename Beyond>
__global__ void weigh(const float* __restrict__ input, float* __restrict__ output, int width,
                      int height, int filter_width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!(x < width) || !(y < height)) return;
  float* const target = output + (y * width + x);
  const float* tap = taps;
  const float* const end = tap + filter_width * filter_width;

  x -= filter_width / 2;
  y -= filter_width / 2;
  const int first = x;
  const int beyond = x + filter_width;
  float sum = 0.0f;
  while (tap != end) {
    sum += *tap++ * Beyond::at(input, width, height, x, y);
    if (++x == beyond) {
      x = first;
      ++y;
    }
  }
  *target = sum;
}

using Kernel = void (*)(const float*, float*, int, int, int);

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(taps, filter, bytes, 0, cudaMemcpyHostToDevice, stream));
  const Kernel kernel =
      border == kit::Border::clamp ? &weigh<NearestBeyond> : &weigh<ZeroBeyond>;
  dim3 grid;
  grid.x = width / block.x + (width % block.x != 0);
  grid.y = height / block.y + (height % block.y != 0);
  kernel<<<grid, block, 0, stream>>>(d_input, d_output, width, height, filter_width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
