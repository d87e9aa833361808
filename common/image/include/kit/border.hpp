/// @file
/// What a filter reads beyond the edge of the image. Usable from host and device code.
#pragma once

namespace kit {

/// What stands beyond the image's edge.
enum class Border : int {
  zero = 0,   ///< zeros
  clamp = 1,  ///< the nearest pixel of the image
};

}  // namespace kit
