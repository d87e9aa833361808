/// @file
/// What a PNG or JPEG file says about itself, found without decoding it. Internal to image_io.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace kit {

enum class PictureFormat { png, jpeg };

/// Size and shape of the picture as load_image() returns it.
struct PictureHeader {
  PictureFormat format = PictureFormat::png;
  int width = 0;
  int height = 0;
  int channels = 0;          ///< 1, 3 or 4, after palettes and grey with alpha are expanded
  bool sixteen_bit = false;  ///< 16 bits per channel in the file
};

/// Bytes of a file that tell its format.
inline constexpr std::size_t kMagicBytes = 8;

/// The format by the file's first bytes (kMagicBytes of them, or the whole file). Throws
/// InputError, as below, if it is neither.
PictureFormat picture_format(const std::string& path, std::span<const std::uint8_t> start);

/// Walks through the whole file: its size, its end marker, a PNG's checksums, and whether it holds
/// enough data for its pixels. What passes is complete and of a size that may be decoded, though
/// the compressed data itself can still be corrupt. Throws InputError with a line that names
/// `path`.
PictureHeader read_picture_header(const std::string& path, std::span<const std::uint8_t> file);

}  // namespace kit
