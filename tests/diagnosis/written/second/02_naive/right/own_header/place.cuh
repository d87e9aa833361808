// What all kernels of the lab begin with, and what all launchers do.
#pragma once

#include "kit/cuda_check.hpp"

namespace lab02::mine {

struct Place {
  int x, y;
};

__device__ inline Place my_place() {
  return {int(blockIdx.x * blockDim.x + threadIdx.x), int(blockIdx.y * blockDim.y + threadIdx.y)};
}

inline dim3 cover(int width, int height, dim3 block) {
  const auto up = [](unsigned length, unsigned part) { return (length + part - 1) / part; };
  return {up(width, block.x), up(height, block.y), 1};
}

}  // namespace lab02::mine
