/// @file
/// Texts that stay harmless in the format they are put into. Most come from students: each escape
/// holds for any bytes, not only for those that a decent program would send.
#include "grader/support/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "grader/support/text_file.hpp"
#include "grader/support/visible.hpp"
#include "kit/error.hpp"

namespace kit {

std::string bytes_to_json(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const auto code = static_cast<unsigned char>(byte);
    if (code < 0x80) {
      text += byte;
    } else {
      text += static_cast<char>(0xC0 | (code >> 6));
      text += static_cast<char>(0x80 | (code & 0x3F));
    }
  }
  return text;
}

std::string bytes_from_json(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = static_cast<unsigned char>(text[i]);
    if (code < 0x80 || i + 1 == text.size())
      bytes += text[i];
    else
      bytes += static_cast<char>(((code & 3) << 6) | (text[++i] & 0x3F));
  }
  return bytes;
}

std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    // Three bytes are four digits of six bits; bytes that are missing become '='.
    unsigned value = 0;
    for (std::size_t k = 0; k < 3; ++k)
      value = value << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : kDigits[(value >> (18 - 6 * k)) & 63];
  }
  return text;
}

std::string html(std::string_view text) {
  std::string safe;
  for (const char c : visible(text)) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else if (c == '"')
      safe += "&quot;";
    else if (c == '\'')
      safe += "&#39;";
    else
      safe += c;
  }
  return safe;
}

std::string markdown_block(const std::string& text) {
  // A fence ends at a run of as many backquotes: this one is longer than any run in the text.
  const std::string shown = visible(text);
  std::size_t longest = 2, run = 0;
  for (const char c : shown) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + "text\n" + shown + (shown.ends_with('\n') ? "" : "\n") + fence + "\n";
}

std::string markdown(const std::string& text) {
  std::string safe;
  for (const char c : visible(text)) {
    if (c == '\n') {
      safe += ' ';
      continue;
    }
    if (std::string_view("\\`*_{}[]<>()#+!|~&$@").find(c) != std::string_view::npos) safe += '\\';
    // Some readers make links of https://... and www....
    if ((c == '/' && safe.ends_with(':')) || (c == '.' && safe.ends_with("www"))) safe += '\\';
    safe += c;
  }
  // What would begin a list or underline a heading.
  if (!safe.empty() && (safe[0] == '-' || safe[0] == '=')) safe.insert(0, "\\");
  return safe;
}

std::string csv(const std::string& text) {
  std::string field;
  bool at_front = true;  // nothing but blanks and quotes since a place where a cell may begin
  std::size_t front = 0;
  for (const char c : visible(text)) {
    // A spreadsheet would compute what begins like this.
    if (at_front && std::string_view("=+-@").find(c) != std::string_view::npos)
      field.insert(front, "'");
    field += c;
    const bool separates = std::string_view(";|\t\n").find(c) != std::string_view::npos;
    if (separates) front = field.size();
    at_front = separates || (at_front && (c == ' ' || c == '"'));
  }
  if (field.find_first_of(",\"\n") == std::string::npos) return field;
  std::string quoted = "\"";
  for (const char c : field) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string short_number(double value) {
  std::string number = fmt::format("{:.2f}", value);
  while (number.ends_with('0')) number.pop_back();
  if (number.ends_with('.')) number.pop_back();
  return number == "-0" ? "0" : number;
}

std::string count_of(std::uint64_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::string read_whole(const std::string& path) {
  if (!std::ifstream(path) || std::filesystem::is_directory(path))
    throw InputError("cannot read " + path);
  return build::read_text(path);
}

}  // namespace kit
