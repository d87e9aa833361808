// A line of an image: a row or a column, with what stands beyond its ends.
#pragma once
#include "lab.hpp"

namespace lab05 {

struct Row {
  static __device__ int length(int width, int) { return width; }
  static __device__ int step(int) { return 1; }
  static __device__ int place(int x, int) { return x; }
  static __device__ int start(int, int y, int width) { return y * width; }
};

struct Column {
  static __device__ int length(int, int height) { return height; }
  static __device__ int step(int width) { return width; }
  static __device__ int place(int, int y) { return y; }
  static __device__ int start(int x, int, int) { return x; }
};

template <kit::Border kBorder>
class Line {
 public:
  __device__ Line(const float* first, int length, int step)
      : first_(first), length_(length), step_(step) {}
  __device__ float operator[](int place) const {
    if constexpr (kBorder == kit::Border::clamp) {
      place = place < 0 ? 0 : place >= length_ ? length_ - 1 : place;
    } else {
      // As unsigned, a place before the line is larger than any length.
      if (static_cast<unsigned>(place) >= static_cast<unsigned>(length_)) return 0.0f;
    }
    return first_[place * step_];
  }

 private:
  const float* first_;
  int length_, step_;
};

}  // namespace lab05
