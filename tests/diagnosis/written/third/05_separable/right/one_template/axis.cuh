/// @file
/// The two directions of a separable filter as types.
#pragma once

#include <concepts>
#include <type_traits>

#include "kit/border.hpp"

namespace lab05::axis {

struct Image {
  int width, height;
};

struct Pixel {
  int x, y;
};

struct AlongX {
  static __device__ int length(Image image) { return image.width; }
  static __device__ int stride(Image) { return 1; }
  static __device__ int place(Pixel p) { return p.x; }
  static __device__ int origin(Image image, Pixel p) { return p.y * image.width; }
};

struct AlongY {
  static __device__ int length(Image image) { return image.height; }
  static __device__ int stride(Image image) { return image.width; }
  static __device__ int place(Pixel p) { return p.y; }
  static __device__ int origin(Image, Pixel p) { return p.x; }
};

template <typename T>
concept Axis = std::same_as<T, AlongX> || std::same_as<T, AlongY>;

template <kit::Border B>
using BorderIs = std::integral_constant<kit::Border, B>;

}  // namespace lab05::axis
