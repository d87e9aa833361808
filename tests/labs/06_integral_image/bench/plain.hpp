/// @file
/// The box filter as plain loops, as the sources' CPU versions are written: one thread, compiled
/// with -O2 and without vector instructions. What the sources' speedups are over.
#pragma once

#include <cstdint>

namespace kit::plain {

/// By a summed-area table and four look-ups; arguments as kit::baseline::box_filter().
void box_filter(const std::uint8_t* input, std::uint8_t* output, int width, int height,
                int channels, int radius);

}  // namespace kit::plain
