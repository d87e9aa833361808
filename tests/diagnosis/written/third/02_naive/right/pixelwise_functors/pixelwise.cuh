// One kernel for all operations that look at one pixel of some images and write one pixel.
#pragma once

#include "kit/cuda_check.hpp"

namespace lab02 {

template <typename Operation, typename... Images>
__global__ void pixelwise_kernel(float* __restrict__ output, uint2 size, Operation operation,
                                 Images... images) {
  const uint2 p{blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y};
  const bool mine = p.x < size.x && p.y < size.y;
  const unsigned at = p.y * size.x + p.x;
  if (mine) output[at] = operation(images[at]...);
}

template <typename Operation, typename... Images>
void pixelwise(float* d_output, int width, int height, dim3 block, cudaStream_t stream,
               Operation operation, const Images*... images) {
  dim3 grid;
  grid.x = width / block.x + (width % block.x != 0);
  grid.y = height / block.y + (height % block.y != 0);
  const uint2 size{static_cast<unsigned>(width), static_cast<unsigned>(height)};
  pixelwise_kernel<<<grid, block, 0, stream>>>(d_output, size, operation, images...);
  KIT_CHECK(cudaPeekAtLastError());
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
