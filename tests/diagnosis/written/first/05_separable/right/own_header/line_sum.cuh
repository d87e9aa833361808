// A weighted sum along a line, for any type of pixel.
#pragma once

#include "lab.hpp"

namespace lab05::lines {

template <typename T>
struct View {
  const T* first;
  int length, step;
  bool clamped;

  __device__ float at(int place) const {
    const int nearest = place < 0 ? 0 : place >= length ? length - 1 : place;
    return place != nearest && !clamped ? 0.0f : static_cast<float>(first[nearest * step]);
  }
};

template <typename T>
__device__ float sum(const View<T>& line, int centre, const float* weights, int taps) {
  float total = 0;
  for (int offset = -(taps / 2); offset <= taps / 2; ++offset) {
    total += *weights++ * line.at(centre + offset);
  }
  return total;
}

}  // namespace lab05::lines
