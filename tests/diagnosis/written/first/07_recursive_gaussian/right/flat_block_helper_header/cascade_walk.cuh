/// @file
/// A walk along a line or a part of it, by one thread.
#pragma once

namespace lab07 {
namespace two_way {

/// Pixels from a place on, so and so far apart, so many.
struct Way {
  int place, step, count;
  __device__ int operator[](int k) const { return place + k * step; }
  __device__ Way reversed() const { return {place + (count - 1) * step, -step, count}; }
};

struct Walker {
  float p, e1, e2;
  float u, w, d;
  __device__ Walker& stand_on(float value) {
    d = 0.0f;
    u = w = value;
    return *this;
  }
  __device__ float operator()(float sample) {
    u = fmaf(p, sample - u, u);
    d = fmaf(e1, u - w, e2 * d);
    w += d;
    return w;
  }
};

}  // namespace two_way
}  // namespace lab07
