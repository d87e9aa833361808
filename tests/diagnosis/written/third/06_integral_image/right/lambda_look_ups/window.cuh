// A clipped window, and a quotient rounded to nearest.
#pragma once

#include <cuda_runtime.h>

namespace lab06 {

struct Range {
  int begin, end;  // end is one behind
  __device__ int size() const { return end - begin; }
};

struct Window {
  Range x, y;
  template <typename T>
  __device__ T pixels() const {
    return T(x.size()) * T(y.size());
  }
};

__device__ inline Range clipped(int centre, int radius, int length) {
  return {centre < radius ? 0 : centre - radius,
          radius < length - centre ? centre + radius + 1 : length};
}

// value <= 255 * count, and twice count fits into T.
template <typename T>
__device__ T rounded_quotient(T value, T count) {
  return value / count + T(2 * (value % count) >= count);
}

}  // namespace lab06
