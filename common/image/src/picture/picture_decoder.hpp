/// @file
/// Decodes a picture in a child process. Internal to image_io.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "kit/image.hpp"
#include "picture_header.hpp"

namespace kit {

/// Decodes `file`, whose header is known, in a child process whose memory and time are limited by
/// the picture's size. However the child ends, it is waited for and the caller lives on. Throws
/// InputError with a line that names `path` if the data is corrupt or the child exceeds its limits,
/// HarnessError if no child can be started.
Image<std::uint8_t> decode_in_child(const std::string& path, std::span<const std::uint8_t> file,
                                    const PictureHeader& header);

}  // namespace kit
