/// @file
/// Type and extent of an array that crosses between judge and worker. Light on purpose: worker
/// adapters include it, and every student build compiles one.
#pragma once

#include <cstddef>

namespace kit::grader {

enum class DType { u8, i32, u32, f32 };

/// Bytes per value.
constexpr std::size_t size_of(DType type) {
  return type == DType::u8 ? 1 : 4;
}

/// Extent and type of an image-like array, laid out as kit::Image is.
struct Shape {
  DType type = DType::f32;
  int width = 0, height = 0, channels = 1;
  std::size_t values() const {
    return std::size_t(width) * std::size_t(height) * std::size_t(channels);
  }
  std::size_t bytes() const { return values() * size_of(type); }
  bool operator==(const Shape&) const = default;
};

}  // namespace kit::grader
