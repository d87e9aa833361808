/// @file
/// The black level of each line of an image; exact.
#pragma once

#include <cstdint>

#include "kit/image.hpp"

namespace kit::oracle {

/// Every pixel less the smallest value of its row (or of its column).
Image<double> subtract_black(const Image<std::uint8_t>& image, bool rows);

}  // namespace kit::oracle
