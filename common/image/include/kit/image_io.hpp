/// @file
/// PNG and JPEG files in and out, through stb_image and stb_image_write.
#pragma once

#include <cstdint>
#include <string>

#include "kit/image.hpp"

namespace kit {

/// Largest area read or written, in pixels (2^28, a 16384 x 16384 picture).
inline constexpr std::int64_t kMaxPixels = std::int64_t(1) << 28;

/// Reads a PNG or JPEG of 8 bits, or a PNG of 1, 2, 4 or 16: 1 channel (grey), 3 (RGB) or 4 (RGBA;
/// grey with alpha becomes RGBA). 16-bit values are rounded to 8 bits, with one notice on standard
/// error per process. Decoding happens in a child process whose memory and time are limited by the
/// size of the picture, so that a hostile file cannot take the caller down; call before CUDA is
/// initialised. Throws InputError: missing, unreadable, not a PNG or JPEG, truncated or corrupt
/// (a wrong PNG checksum too), no pixels, CMYK, larger than kMaxPixels, or beyond those limits.
/// Throws HarnessError if no child can be started.
Image<std::uint8_t> load_image(const std::string& path);

/// Writes 1, 3 or 4 channels; the extension (.png, .jpg, .jpeg, also in capitals) chooses the
/// format, JPEG of quality 95 (where grey is stored as RGB). The file appears whole or not at all
/// (written beside the target, then renamed). Throws InputError: unknown extension, no pixels or
/// more than kMaxPixels, another number of channels, alpha in a JPEG, a JPEG side above 65535,
/// folder missing or not writable.
void save_image(const std::string& path, const Image<std::uint8_t>& image);

}  // namespace kit
