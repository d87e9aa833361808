// g++ writes a marker wherever the next line does not follow the last one, and with most of them
// the file's name again.
#include "scan/line_markers.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

namespace kit::scan {
namespace {

/// What a string literal without a prefix means; names of files have no escapes but these two.
std::string file_name(std::string_view literal) {
  std::string name;
  literal = literal.substr(1, literal.size() - 2);
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] == '\\' && i + 1 < literal.size()) ++i;
    name += literal[i];
  }
  return name;
}

bool begins_directive(const Token& token) {
  return token.first_in_line && token.in_directive && token.kind == TokenKind::punctuator;
}

/// A number that fits; -1 for anything else.
int line_number(const Token& token) {
  int number = -1;
  const char* const end = token.text.data() + token.text.size();
  const auto read = std::from_chars(token.text.data(), end, number);
  return token.kind == TokenKind::number && read.ec == std::errc() && read.ptr == end ? number : -1;
}

}  // namespace

LineMarkers::LineMarkers(const std::vector<Token>& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (begins_directive(tokens[i])) read(tokens, i);
}

void LineMarkers::read(const std::vector<Token>& tokens, std::size_t i) {
  const auto in_directive = [&](std::size_t k) {
    return k < tokens.size() && tokens[k].in_directive && !tokens[k].first_in_line;
  };
  std::size_t number = i + 1;
  if (in_directive(number) && tokens[number].is("line")) ++number;
  if (!in_directive(number) || line_number(tokens[number]) < 0) return;
  Marker marker{tokens[number].end,
                tokens[number].line + 1,
                {markers_.empty() ? "" : markers_.back().place.file, line_number(tokens[number])}};
  const std::size_t file = number + 1;
  if (in_directive(file) && tokens[file].text.starts_with('"') &&
      tokens[file].text.ends_with('"') && tokens[file].kind == TokenKind::string)
    marker.place.file = file_name(tokens[file].text);
  for (std::size_t flag = file + 1; in_directive(flag); ++flag)
    marker.place.in_system_header |= tokens[flag].is("3");
  markers_.push_back(std::move(marker));
}

Place LineMarkers::place(const Token& token) const {
  const auto behind = std::upper_bound(
      markers_.begin(), markers_.end(), token.begin,
      [](std::size_t position, const Marker& marker) { return position < marker.position; });
  if (behind == markers_.begin()) return {"", token.line, false};
  const Marker& marker = *std::prev(behind);
  // A marker may have the largest number there is; the lines behind it have it too.
  constexpr std::int64_t kMaxLine = std::numeric_limits<int>::max();
  const std::int64_t line = std::int64_t(marker.place.line) + (token.line - marker.physical);
  return {marker.place.file, int(std::min(line, kMaxLine)), marker.place.in_system_header};
}

}  // namespace kit::scan
