/// @file
/// Tone curves: a table that gives every 8-bit grey level another one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kit/image.hpp"

namespace kit {

/// Entry v is the grey level that v becomes.
using ToneTable = std::array<std::uint8_t, 256>;

/// The power law 255 * (v / 255)^gamma, rounded to the nearest level (Gonzalez and Woods, Digital
/// Image Processing, 4th ed., 2018, section 3.2): below 1 it brightens, above 1 it darkens. Throws
/// InputError unless gamma is in [0.1, 10].
ToneTable gamma_table(double gamma);

namespace oracle {

/// table[v] for every value v of the image.
Image<double> tone_curve(const Image<std::uint8_t>& image, const ToneTable& table);

}  // namespace oracle

namespace baseline {

/// The kit's own CPU version: table[v] for `count` values, on `threads` threads (0: all cores). The
/// arrays must not overlap. Throws InputError if `threads` is negative.
void tone_curve(const std::uint8_t* input, std::uint8_t* output, std::size_t count,
                const ToneTable& table, int threads = 1);

}  // namespace baseline
}  // namespace kit
