/// @file
/// Lab 08: a line seen from one of its ends, so that the anticausal direction is the causal one of
/// the mirrored line.
#pragma once

#include "lab.hpp"

namespace lab08 {

template <bool kCausal>
struct View {
  const float4* pixels;   // of the line
  const float* spacings;  // of the line
  int length, step;

  /// Place in the line of pixel k of the view.
  __device__ int at(int k) const { return (kCausal ? k : length - 1 - k) * step; }
  __device__ float4 pixel(int k) const { return pixels[at(k)]; }
  /// From pixel k - 1 of the view to pixel k.
  __device__ float gap(int k) const { return spacings[at(kCausal ? k : k - 1)]; }
};

}  // namespace lab08
