/// @file
/// Text for a terminal. Lines are measured in bytes, since what the kit writes is ASCII; a name
/// that is not only makes its line shorter.
#include "grader/support/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

namespace kit::grader {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// The number of bytes of the UTF-8 character that begins here, and its number; 0 bytes for none.
std::size_t character_at(const std::string& text, std::size_t at, unsigned& code) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(at);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  code = length == 1 ? first : length == 0 ? 0 : first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
    code = (code << 6) | (byte(at + i) & 0x3f);
  }
  return length;
}

/// What steers a terminal or hides: controls, marks of direction, characters without width.
bool is_unprintable(unsigned code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0xad || code == 0x61c ||
         (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2060 && code <= 0x206f) || code == 0xfeff ||
         (code >= 0xe0000 && code < 0xe0080);
}

}  // namespace

bool use_colour(bool is_terminal) {
  if (!environment("NO_COLOR").empty()) return false;
  const std::string force = environment("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  return is_terminal && environment("CLICOLOR") != "0";
}

std::string TextReport::paint(const std::string& text, Style tone) const {
  if (!colour_ || tone == Style::plain || text.empty()) return text;
  const char* code = "0";
  switch (tone) {
    case Style::plain:
      break;
    case Style::good:
      code = "32";
      break;
    case Style::bad:
      code = "1;31";
      break;
    case Style::warn:
      code = "33";
      break;
    case Style::dim:
      code = "2";
      break;
    case Style::strong:
      code = "1";
      break;
  }
  return fmt::format("\033[{}m{}\033[0m", code, text);
}

void TextReport::line(const std::string& text) {
  text_ += text + "\n";
}

void TextReport::wrap(const std::string& text, std::size_t indent, Style tone) {
  std::istringstream words(text);
  std::string word, current;
  // Greedy: a word goes on the line as long as it fits. A word longer than a line has one of its
  // own.
  const std::string margin(indent, ' ');
  while (words >> word) {
    if (!current.empty() && indent + current.size() + 1 + word.size() > kColumns) {
      line(margin + paint(current, tone));
      current.clear();
    }
    current += (current.empty() ? "" : " ") + word;
  }
  if (!current.empty()) line(margin + paint(current, tone));
}

void TextReport::columns(const std::string& margin, std::size_t indent, std::string name,
                         const std::string& right) {
  const std::size_t width = kColumns - indent - right.size();
  std::string before = margin;
  while (name.size() > width) {
    // At a space if there is one, else wherever the column ends.
    std::size_t end = name.rfind(' ', width);
    if (end == std::string::npos || end == 0) end = width;
    line(before + name.substr(0, end));
    name.erase(0, name[end] == ' ' ? end + 1 : end);
    before = std::string(indent, ' ');
  }
  line(before + pad(name, width) + right);
}

bool TextReport::quote(const std::string& text, std::size_t most) {
  std::istringstream lines(text);
  std::string current, last;
  std::size_t shown = 0, repeats = 0;
  const auto say_repeats = [&] {
    if (repeats > 0) line(fmt::format("  [the same {} more times]", repeats));
    repeats = 0;
  };
  while (std::getline(lines, current)) {
    if (shown > 0 && current == last) {
      ++repeats;
      continue;
    }
    say_repeats();
    if (++shown > most) return true;
    wrap(current, 2);
    last = current;
  }
  say_repeats();
  return false;
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string pad(const std::string& text, std::size_t width, bool right) {
  if (text.size() > width)
    return width > 2 ? text.substr(0, width - 2) + ".." : text.substr(0, width);
  const std::string fill(width - text.size(), ' ');
  return right ? fill + text : text + fill;
}

std::string speedup_text(double speedup) {
  return speedup < 10 ? fmt::format("{:.2g}", speedup) : fmt::format("{:.0f}", speedup);
}

std::string speedup_words(double speedup, const std::string& what) {
  if (speedup >= 1 || speedup <= 0)
    return fmt::format("{} times as fast as {}", speedup_text(speedup), what);
  return fmt::format("{} times as long as {}", speedup_text(1 / speedup), what);
}

std::string printable(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find_first_of("\n\t", at);
    if (end == std::string::npos) end = text.size();
    result += escaped(text.substr(at, end - at));
    if (end < text.size()) result += text[end];
    at = end + 1;
  }
  return result;
}

std::string escaped(const std::string& name) {
  std::string result;
  for (std::size_t at = 0; at < name.size();) {
    unsigned code = 0;
    const std::size_t length = character_at(name, at, code);
    if (length == 0 || (is_unprintable(code) && code < 0x80))
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(name[at]));
    else if (is_unprintable(code))
      result += fmt::format("\\u{:04x}", code);
    else
      result += name.substr(at, length);
    at += std::max<std::size_t>(length, 1);
  }
  return result;
}

}  // namespace kit::grader
