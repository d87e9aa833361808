// One function a rule of the standard's grammar; each looks at characters and keeps no state.
#include "scan/literal.hpp"

#include <algorithm>
#include <string>

namespace kit::scan {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Not std::isalpha, whose answer for the bytes of UTF-8 depends on the locale.
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// How long the escape \uXXXX or \UXXXXXXXX at `at` is; 0 if there is none.
std::size_t universal_name_length(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size() || text[at] != '\\') return 0;
  const std::size_t digits = text[at + 1] == 'u' ? 4 : text[at + 1] == 'U' ? 8 : 0;
  const std::string_view piece = text.substr(at + 2, digits);
  const bool complete =
      piece.size() == digits && std::all_of(piece.begin(), piece.end(), is_hex_digit);
  return digits > 0 && complete ? digits + 2 : 0;
}

/// How much of an identifier stands at `at`: 0 for what belongs to none.
std::size_t letter_length(std::string_view text, std::size_t at) {
  if (at < text.size() && is_letter(text[at])) return 1;
  return universal_name_length(text, at);
}

bool is_sign_of_exponent(std::string_view text, std::size_t at) {
  return (text[at] == '+' || text[at] == '-') &&
         std::string_view("eEpP").find(text[at - 1]) != std::string_view::npos;
}

/// How much of a number stands at `at`, behind its first digit.
std::size_t number_part_length(std::string_view text, std::size_t at) {
  if (text[at] == '.' || is_digit(text[at]) || is_sign_of_exponent(text, at)) return 1;
  const bool separates = text[at] == '\'' && at + 1 < text.size() &&
                         (is_digit(text[at + 1]) || is_letter(text[at + 1]));
  return separates ? 2 : letter_length(text, at);
}

/// At most 16 characters, without blanks, brackets and backslashes.
bool is_delimiter(std::string_view text) {
  return text.size() <= 16 && text.find_first_of(" )\\\t\v\f\n\r\"") == std::string_view::npos;
}

}  // namespace

std::size_t identifier_end(std::string_view text, std::size_t at) {
  std::size_t length = letter_length(text, at);
  while (length > 0) {
    at += length;
    length = at < text.size() && is_digit(text[at]) ? 1 : letter_length(text, at);
  }
  return at;
}

std::size_t number_end(std::string_view text, std::size_t at) {
  const std::size_t digit = text.substr(at).starts_with('.') ? at + 1 : at;
  if (digit >= text.size() || !is_digit(text[digit])) return at;
  std::size_t end = digit + 1;
  for (std::size_t length = 1; end < text.size() && length > 0; end += length)
    length = number_part_length(text, end);
  return end;
}

std::size_t quoted_end(std::string_view text, std::size_t quote) {
  for (std::size_t i = quote + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == text[quote]) return i + 1;
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] != '\n') ++i;
  }
  return quote;
}

std::size_t raw_string_end(std::string_view source, std::size_t quote) {
  const std::size_t open = source.substr(0, std::min(source.size(), quote + 18)).find('(', quote);
  if (open == std::string_view::npos) return quote;
  const std::string_view delimiter = source.substr(quote + 1, open - quote - 1);
  if (!is_delimiter(delimiter)) return quote;
  const std::string closing = ")" + std::string(delimiter) + "\"";
  const std::size_t found = source.find(closing, open);
  return found == std::string_view::npos ? source.size() : found + closing.size();
}

bool is_encoding_prefix(std::string_view word) {
  return word.empty() || word == "L" || word == "u" || word == "U" || word == "u8";
}

bool is_raw_prefix(std::string_view word) {
  return word.ends_with('R') && is_encoding_prefix(word.substr(0, word.size() - 1));
}

std::string_view literal_suffix(std::string_view literal) {
  const std::size_t quote = literal.find_last_of("\"'");
  return quote == std::string_view::npos ? literal.substr(literal.size())
                                         : literal.substr(quote + 1);
}

}  // namespace kit::scan
