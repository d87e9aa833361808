/// @file
/// From a texture's coordinates to the numbers of texels, one direction at a time.
#pragma once

#include <cmath>
#include <cstdint>

#include "texture_object.hpp"

namespace kit::sim {

inline constexpr std::int64_t kBorder = -1;

// The number of a texel, of `count`, for any number; kBorder where the border is.
inline std::int64_t in_range(std::int64_t number, std::int64_t count, cudaTextureAddressMode mode) {
  const bool inside = number >= 0 && number < count;
  switch (mode) {
    case cudaAddressModeBorder:
      return inside ? number : kBorder;
    case cudaAddressModeWrap:
      return (number % count + count) % count;
    case cudaAddressModeMirror: {
      const std::int64_t there_and_back = (number % (2 * count) + 2 * count) % (2 * count);
      return there_and_back < count ? there_and_back : 2 * count - 1 - there_and_back;
    }
    default:
      return inside ? number : number < 0 ? 0 : count - 1;
  }
}

// A coordinate as a number of texels, near enough to the texture for whole numbers of 64 bits.
inline double texels(float coordinate, std::size_t count, bool normalised,
                     cudaTextureAddressMode mode) {
  constexpr double kFar = 1e9;
  double value = coordinate;
  if (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror) value = std::fmod(value, 2);
  if (normalised) value *= double(count);
  if (std::isnan(value)) return 0;
  return value < -kFar ? -kFar : value > kFar ? kFar : value;
}

/// One direction: the texel, or the two neighbours and the second one's weight in 256ths.
struct TexelDirection {
  std::int64_t first, second;
  std::uint32_t weight;
};

inline TexelDirection nearest(double position, std::size_t count, cudaTextureAddressMode mode) {
  const auto number = std::int64_t(std::floor(position));
  return {in_range(number, std::int64_t(count), mode), 0, 0};
}

inline TexelDirection neighbours(double position, std::size_t count, cudaTextureAddressMode mode) {
  const double lower = std::floor(position - 0.5);
  const double fraction = position - 0.5 - lower;
  const auto number = std::int64_t(lower), size = std::int64_t(count);
  return {in_range(number, size, mode), in_range(number + 1, size, mode),
          std::uint32_t(std::floor(fraction * 256 + 0.5))};
}

inline TexelDirection along_x(const TextureObject& texture, float x, bool linear) {
  const double position =
      texels(x, texture.width, texture.settings.normalizedCoords != 0, texture.address_x);
  return linear ? neighbours(position, texture.width, texture.address_x)
                : nearest(position, texture.width, texture.address_x);
}

inline TexelDirection along_z(const TextureObject& texture, float z, bool linear) {
  const double position =
      texels(z, texture.depth, texture.settings.normalizedCoords != 0, texture.address_z);
  return linear ? neighbours(position, texture.depth, texture.address_z)
                : nearest(position, texture.depth, texture.address_z);
}

inline TexelDirection along_y(const TextureObject& texture, float y, bool linear) {
  const double position =
      texels(y, texture.height, texture.settings.normalizedCoords != 0, texture.address_y);
  return linear ? neighbours(position, texture.height, texture.address_y)
                : nearest(position, texture.height, texture.address_y);
}

}  // namespace kit::sim
