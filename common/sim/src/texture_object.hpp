/// @file
/// Texture and surface objects: what the handles that kernels are given stand for.
#pragma once

#include <cstddef>
#include <cstdint>

#include "arrays.hpp"
#include "kit_sim/texture_api.h"

namespace kit::sim {

enum class ObjectKind { texture, surface };

struct TextureObject {
  std::uint64_t handle = 0;
  ObjectKind kind = ObjectKind::texture;
  cudaResourceDesc resource = {};
  cudaTextureDesc settings = {};
  TexelFormat format;
  char* data = nullptr;
  std::size_t width = 0, height = 1, pitch = 0;  ///< in elements, rows and bytes
  std::size_t depth = 0;  ///< slices, or layers, each `height` rows; 0 of one or two dimensions
  bool layered = false;
  unsigned array_flags = 0;  ///< 0 if it is no array
  cudaTextureAddressMode address_x = cudaAddressModeClamp, address_y = cudaAddressModeClamp,
                         address_z = cudaAddressModeClamp;
  bool linear_memory() const { return resource.resType == cudaResourceTypeLinear; }
  /// Integers that are read as floats from 0, or from -1, to 1.
  bool normalised_integers() const {
    return settings.readMode == cudaReadModeNormalizedFloat &&
           format.kind != cudaChannelFormatKindFloat && format.component_bytes < 4;
  }
};

/// The object of a handle, null if it was destroyed or never made. Takes no lock.
const TextureObject* find_object(std::uint64_t handle, ObjectKind kind);

}  // namespace kit::sim
