// Two short tables. A punctuator is looked up from four characters down, so that the longest wins.
#include "scan/punctuator.hpp"

#include <algorithm>
#include <array>

namespace kit::scan {
namespace {

using namespace std::string_view_literals;

constexpr std::array kLongPunctuators = {
    "%:%:"sv, "..."sv, "->*"sv, "<=>"sv, "<<="sv, ">>="sv, "::"sv, ".*"sv, "->"sv, "+="sv, "-="sv,
    "*="sv,   "/="sv,  "%="sv,  "^="sv,  "&="sv,  "|="sv,  "=="sv, "!="sv, "<="sv, ">="sv, "&&"sv,
    "||"sv,   "<<"sv,  ">>"sv,  "++"sv,  "--"sv,  "##"sv,  "<%"sv, "%>"sv, "<:"sv, ":>"sv, "%:"sv,
};
constexpr std::string_view kShortPunctuators = "{}[]#();:?.~!+-*/%^&|=<>,";

struct Alternative {
  std::string_view spelling, primary;
};
constexpr std::array<Alternative, 17> kAlternatives = {{
    {"<%", "{"},
    {"%>", "}"},
    {"<:", "["},
    {":>", "]"},
    {"%:", "#"},
    {"%:%:", "##"},
    {"and", "&&"},
    {"bitor", "|"},
    {"or", "||"},
    {"xor", "^"},
    {"compl", "~"},
    {"bitand", "&"},
    {"not", "!"},
    {"and_eq", "&="},
    {"or_eq", "|="},
    {"xor_eq", "^="},
    {"not_eq", "!="},
}};

}  // namespace

std::size_t punctuator_length(std::string_view text) {
  if (text.empty() || kShortPunctuators.find(text[0]) == std::string_view::npos) return 0;
  if (text.starts_with("<::") && !text.starts_with("<:::") && !text.starts_with("<::>")) return 1;
  for (std::size_t length = std::min<std::size_t>(4, text.size()); length > 1; --length) {
    const auto piece = text.substr(0, length);
    if (std::find(kLongPunctuators.begin(), kLongPunctuators.end(), piece) !=
        kLongPunctuators.end())
      return length;
  }
  return 1;
}

std::string_view primary_spelling(std::string_view spelling) {
  const auto found = std::find_if(kAlternatives.begin(), kAlternatives.end(),
                                  [&](const Alternative& one) { return one.spelling == spelling; });
  return found == kAlternatives.end() ? spelling : found->primary;
}

}  // namespace kit::scan
