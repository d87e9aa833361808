/// @file
/// A line of pixels that are any distance apart, used like an array.
#pragma once

#include <cuda_runtime.h>

namespace lab07::one_way {

template <typename T>
class LineView {
 public:
  __device__ LineView(T* image, int start, int step) : first_(image + start), step_(step) {}
  __device__ T& operator[](int k) const { return first_[k * step_]; }

 private:
  T* first_;
  int step_;
};

}  // namespace lab07::one_way
