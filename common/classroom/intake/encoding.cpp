// UTF-16 to UTF-8 and back. A half of a pair that stands alone becomes U+FFFD: a name with a fault
// in it must not cost a class its grades.
#include "classroom/intake/encoding.hpp"

#include <cstdint>

namespace kit::classroom {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

void append_utf8(std::string& text, std::uint32_t code) {
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  if (code < 0x800) {
    add(0xC0 | code >> 6);
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3F));
  } else {
    add(0xF0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3F));
    add(0x80 | (code >> 6 & 0x3F));
  }
  add(0x80 | (code & 0x3F));
}

/// The character at `at`, which moves behind it.
std::uint32_t next_code(const std::string& text, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(text[at++]);
  if (lead < 0x80) return lead;
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : -1;
  if (more < 0) return kReplacement;
  std::uint32_t code = lead & (0x3F >> more);
  for (int i = 0; i < more; ++i, ++at) {
    if (at >= text.size() || (text[at] & 0xC0) != 0x80) return kReplacement;
    code = code << 6 | (text[at] & 0x3F);
  }
  return code;
}

std::string from_utf16(const std::string& bytes, bool big) {
  const auto unit = [&](std::size_t i) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const auto second = static_cast<unsigned char>(bytes[i + 1]);
    return std::uint32_t(big ? first << 8 | second : second << 8 | first);
  };
  std::string text;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    std::uint32_t code = unit(i);
    const bool high = code >= 0xD800 && code < 0xDC00;
    if (high && i + 3 < bytes.size() && (unit(i + 2) & 0xFC00) == 0xDC00) {
      code = 0x10000 + ((code & 0x3FF) << 10 | (unit(i + 2) & 0x3FF));
      i += 2;
    } else if ((code & 0xF800) == 0xD800) {
      code = kReplacement;
    }
    append_utf8(text, code);
  }
  return text;
}

}  // namespace

DecodedText decode(const std::string& bytes) {
  if (bytes.starts_with("\xFF\xFE")) return {from_utf16(bytes, false), Encoding::utf16_little};
  if (bytes.starts_with("\xFE\xFF")) return {from_utf16(bytes, true), Encoding::utf16_big};
  return {bytes, Encoding::bytes};
}

std::string encode(const std::string& text, Encoding encoding) {
  if (encoding == Encoding::bytes) return text;
  std::string bytes;
  const auto add = [&](std::uint32_t unit) {
    const char low = static_cast<char>(unit & 0xFF), high = static_cast<char>(unit >> 8);
    bytes += encoding == Encoding::utf16_big ? high : low;
    bytes += encoding == Encoding::utf16_big ? low : high;
  };
  add(0xFEFF);
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t code = next_code(text, at);
    if (code < 0x10000) {
      add(code);
    } else {
      add(0xD800 | (code - 0x10000) >> 10);
      add(0xDC00 | ((code - 0x10000) & 0x3FF));
    }
  }
  return bytes;
}

}  // namespace kit::classroom
