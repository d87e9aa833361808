// clang's lines read "FILE:LINE:COLUMN: error: TEXT"; a file's name may hold colons itself, so the
// kind of message is looked for first, and the two numbers before it.
#include "grader/rules/diagnostics.hpp"

#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>

namespace kit::rules {
namespace {

/// Takes ":12" from the end of the text.
std::optional<int> take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  int number = 0;
  if (colon == std::string_view::npos || colon + 1 == text.size()) return std::nullopt;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data() + colon + 1, end, number);
  if (error != std::errc() || read != end) return std::nullopt;
  text.remove_suffix(text.size() - colon);
  return number;
}

/// The line, if it is a message of this kind (": error: ").
std::optional<Said> said_in(std::string_view line, std::string_view kind) {
  const std::size_t at = line.find(kind);
  if (at == std::string_view::npos) return std::nullopt;
  Said said;
  said.text = line.substr(at + kind.size());
  std::string_view place = line.substr(0, at);
  const auto column = take_number(place), number = take_number(place);
  if (!column || !number) return std::nullopt;
  said.column = *column;
  said.line = *number;
  said.file = place;
  return said;
}

/// The line, if it is an error without a place, of a file that clang could not read at all.
std::optional<Said> said_nowhere(std::string_view line) {
  for (const std::string_view kind : {"fatal error: ", "error: "}) {
    const std::size_t at = line.find(kind);
    if (at == std::string_view::npos || (at > 0 && !line.substr(0, at).ends_with(": "))) continue;
    Said said;
    said.file = "clang";
    said.text = line.substr(at + kind.size());
    return said;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Diagnostic> read_diagnostics(const std::string& printed) {
  std::vector<Diagnostic> errors;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    auto error = said_in(line, ": error: ");
    if (!error) error = said_in(line, ": fatal error: ");
    if (error) {
      errors.push_back({*error, {}});
    } else if (const auto note = said_in(line, ": note: ")) {
      if (!errors.empty()) errors.back().notes.push_back(*note);
    } else if (const auto nowhere = said_nowhere(line)) {
      errors.push_back({*nowhere, {}});
    }
  }
  return errors;
}

}  // namespace kit::rules
