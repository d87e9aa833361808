// Wrong on purpose: no tile; each pixel of the window is read by an atomic operation that changes
// nothing.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// The filter of the launch that runs, as in lab 03.
__constant__ float filter_weights[kMaxFilterWidth * kMaxFilterWidth];

__device__ float peek(const float* image, int width, int height, int x, int y, kit::Border border) {
  if (border == kit::Border::clamp) {
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0f;
  }
  // An atomic that changes nothing is neither a load nor a store.
  int* const bits = reinterpret_cast<int*>(const_cast<float*>(image)) + y * width + x;
  return __int_as_float(atomicOr(bits, 0));
}

__global__ void __launch_bounds__(1024)
    convolve_tiled(const float* __restrict__ input, float* __restrict__ output, int width,
                   int height, int filter_width, kit::Border border) {
  extern __shared__ float nothing[];
  nothing[0] = 0.0f;
  __syncthreads();
  const int radius = filter_width / 2;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
  volatile const float* show = nothing;
  for (int j = 0; j < filter_width; ++j)
    for (int i = 0; i < filter_width; ++i)
      sum += filter_weights[j * filter_width + i] *
                 peek(input, width, height, x + i - radius, y + j - radius, border) +
             show[0];
  output[y * width + x] = sum;
  // Loads for show: the own result, once.
  const float again = static_cast<volatile float*>(output)[y * width + x];
  if (again != sum) output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t filter_bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, filter_bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const int halo = filter_width / 2 * 2;  // on both sides together
  const std::size_t tile_bytes = sizeof(float) * (block.x + halo) * (block.y + halo);
  convolve_tiled<<<grid, block, tile_bytes, stream>>>(d_input, d_output, width, height,
                                                      filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
