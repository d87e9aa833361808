/// @file
/// CUDA arrays. A card keeps their elements in an order of its own; here they lie row by row, one
/// slice or layer after another.
#pragma once

#include <cstddef>
#include <optional>

#include "kit_sim/texture_api.h"

struct cudaArray {
  cudaChannelFormatDesc format;
  std::size_t width, height;  ///< height is 0 if the array has one dimension, or layers of one
  std::size_t depth;          ///< or layers; 0 if it has neither
  unsigned flags;
  char* data;
  std::size_t pitch;
  std::size_t rows() const { return height == 0 ? 1 : height; }  ///< of a slice or a layer
};

namespace kit::sim {

/// An element of an array or a texture: 1, 2 or 4 components of one size and kind.
struct TexelFormat {
  unsigned components = 1;
  unsigned component_bytes = 4;
  cudaChannelFormatKind kind = cudaChannelFormatKindFloat;
  unsigned bytes() const { return components * component_bytes; }
};
/// None for what is no format of an element. Floats have 32 bits.
std::optional<TexelFormat> texel_format(const cudaChannelFormatDesc& format);

/// True for an array that was made and not freed; else says that `call` was given one that is not
/// there.
bool check_array(const cudaArray* array, const char* call);

}  // namespace kit::sim
