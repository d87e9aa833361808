// A view of an image in device memory, and the place of this thread.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "kit/border.hpp"

namespace mine {

struct Place {
  int x;
  int y;
};

__device__ inline Place place_of_thread() {
  return {static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
          static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y)};
}

template <typename T>
struct View {
  T* pixels;
  int width;
  int height;

  __device__ bool has(Place p) const {
    return p.x >= 0 && p.y >= 0 && p.x < width && p.y < height;
  }
  __device__ T& operator[](Place p) const { return pixels[p.y * width + p.x]; }

  template <kit::Border kBorder>
  __device__ std::remove_const_t<T> get(Place p) const {
    if constexpr (kBorder == kit::Border::clamp) {
      return (*this)[{::max(::min(p.x, width - 1), 0), ::max(::min(p.y, height - 1), 0)}];
    } else {
      return has(p) ? (*this)[p] : T{};
    }
  }
};

template <typename T>
View(T*, int, int) -> View<T>;

inline dim3 cover(int width, int height, dim3 block) {
  return dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y, 1);
}

}  // namespace mine
