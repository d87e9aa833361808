/// @file
/// Characters by Unicode's classes Cc, Cf, Cs, Zl and Zp, by its property
/// Default_Ignorable_Code_Point, and those that are none.
#include "grader/support/visible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace kit {
namespace {

/// A character at the front of a text; of no bytes if what stands there is not UTF-8.
struct Utf8Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;
};

struct Range {
  std::uint32_t first, last;
};

Utf8Character first_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xC2 && first < 0xE0    ? 2
                            : first >= 0xE0 && first < 0xF0  ? 3
                            : first >= 0xF0 && first <= 0xF4 ? 4
                                                             : 0;
  if (bytes == 0 || bytes > text.size()) return {};
  std::uint32_t code = first & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0) != 0x80) return {};
    code = code << 6 | (next & 0x3F);
  }
  // A longer spelling than needed, half of a pair of UTF-16, or beyond the last character.
  const std::uint32_t least = bytes == 2 ? 0x80 : bytes == 3 ? 0x800 : 0x10000;
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
  return {code, bytes};
}

/// Whether a character is in one of some ranges, which are in order.
template <typename Ranges>
bool is_in(const Ranges& ranges, std::uint32_t code) {
  const auto behind =
      std::upper_bound(std::begin(ranges), std::end(ranges), code,
                       [](std::uint32_t value, const Range& range) { return value < range.first; });
  return behind != std::begin(ranges) && code <= std::prev(behind)->last;
}

/// Unicode's Default_Ignorable_Code_Point: a text with it looks like the same text without.
bool is_ignorable(std::uint32_t code) {
  static constexpr Range kIgnorable[] = {
      {0xAD, 0xAD},       {0x34F, 0x34F},    {0x61C, 0x61C},   {0x115F, 0x1160}, {0x17B4, 0x17B5},
      {0x180B, 0x180F},   {0x200B, 0x200F},  {0x202A, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},
      {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},  {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFF8}, {0x1BCA0, 0x1BCA3},
      {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};
  return is_in(kIgnorable, code);
}

/// The same of what steers, of what is private and of what is no character.
bool is_unseen(std::uint32_t code) {
  static constexpr Range kUnseen[] = {
      {0x00, 0x08},     {0x0B, 0x1F},     {0x7F, 0x9F},       {0x600, 0x605},   {0x6DD, 0x6DD},
      {0x70F, 0x70F},   {0x890, 0x891},   {0x8E2, 0x8E2},     {0x2028, 0x2029}, {0xE000, 0xF8FF},
      {0xFDD0, 0xFDEF}, {0xFFF9, 0xFFFB}, {0xF0000, 0x10FFFF}};
  // The last two numbers of each plane are no characters.
  return is_in(kUnseen, code) || (code & 0xFFFE) == 0xFFFE;
}

/// What of a text can be seen, asked from its front to its end.
class Sight {
 public:
  bool sees(std::uint32_t code) {
    // U+200C and U+200D join and part letters of scripts that cannot do without: those of Latin,
    // Greek, Cyrillic and Hebrew, which lie before the others, can.
    const bool joins = (code == 0x200C || code == 0x200D) && before_ >= 0x600;
    const bool seen = joins || !(is_ignorable(code) || is_unseen(code));
    before_ = seen && !joins ? code : 0;
    return seen;
  }

 private:
  std::uint32_t before_ = 0;  ///< the character in front; 0 if it is none that can be joined
};

}  // namespace

std::string visible(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  Sight sight;
  while (!text.empty()) {
    const Utf8Character one = first_character(text);
    const bool ends_line = one.code == '\r' && (text.size() == 1 || text[1] == '\n');
    if (one.bytes > 0 && sight.sees(one.code))
      shown += text.substr(0, one.bytes);
    else if (!ends_line)
      shown += '?';
    text.remove_prefix(std::max<std::size_t>(one.bytes, 1));
  }
  return shown;
}

std::string escaped(std::string_view name) {
  std::string result;
  Sight sight;
  while (!name.empty()) {
    const Utf8Character one = first_character(name);
    const bool seen = sight.sees(one.code);
    if (one.bytes == 0 || (one.code < 0x80 && (one.code < 0x20 || !seen)))
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(name[0]));
    else if (!seen)
      result += fmt::format("\\u{:04x}", one.code);
    else
      result += name.substr(0, one.bytes);
    name.remove_prefix(std::max<std::size_t>(one.bytes, 1));
  }
  return result;
}

std::string without_ignorable(std::string_view text) {
  std::string rest;
  while (!text.empty()) {
    const Utf8Character one = first_character(text);
    const std::size_t bytes = std::max<std::size_t>(one.bytes, 1);
    if (!is_ignorable(one.code)) rest += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return rest;
}

nlohmann::json visible_texts(const nlohmann::json& value) {
  if (value.is_string()) return visible(value.get_ref<const std::string&>());
  if (!value.is_structured()) return value;
  nlohmann::json shown = value;
  shown.clear();
  for (const auto& [name, one] : value.items()) {
    if (value.is_array())
      shown.push_back(visible_texts(one));
    else
      shown[visible(name)] = visible_texts(one);
  }
  return shown;
}

}  // namespace kit
