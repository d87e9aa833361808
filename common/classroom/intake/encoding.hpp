/// @file
/// The encodings of the tables that course systems write.
#pragma once

#include <string>

namespace kit::classroom {

enum class Encoding { bytes, utf16_little, utf16_big };

/// UTF-16 with a byte order mark as UTF-8 without one; any other text as it is.
struct DecodedText {
  std::string text;
  Encoding encoding = Encoding::bytes;
};
DecodedText decode(const std::string& bytes);

/// The way back: what decode() read, with its byte order mark.
std::string encode(const std::string& text, Encoding encoding);

}  // namespace kit::classroom
