#include "grader/repair/parts.hpp"

#include <algorithm>

#include "grader/repair/places.hpp"
#include "grader/repair/switched_source.hpp"
#include "scan/scanner.hpp"

namespace kit::repair {
namespace {

std::vector<Lines> functions_of(const std::string& source) {
  const scan::Scan scan(source);
  std::vector<scan::Token> tokens;
  for (const scan::Token& token : scan.tokens())
    if (token.kind != scan::TokenKind::comment && !token.in_directive) tokens.push_back(token);
  std::vector<Lines> list;
  for (const auto& [open, close] : find_function_bodies(tokens)) {
    const Lines lines = {tokens[open].line, tokens[close].line};
    if (!list.empty() && lines.first <= list.back().last)
      list.back().last = std::max(list.back().last, lines.last);
    else
      list.push_back(lines);
  }
  return list;
}

/// All lines of `functions` but those that [begin, end) of them have.
std::set<int> lines_without(const std::vector<Lines>& functions, std::size_t begin,
                            std::size_t end) {
  std::set<int> lines;
  for (std::size_t n = 0; n < functions.size(); ++n)
    for (int line = functions[n].first; line <= functions[n].last; ++line)
      if (n < begin || n >= end) lines.insert(line);
  return lines;
}

}  // namespace

std::vector<std::set<int>> parts_of(const std::string& source) {
  if (switch_source(source, {}).edits.size() <= kEditsOfPart) return {{}};
  const std::vector<Lines> functions = functions_of(source);
  std::vector<std::set<int>> parts;
  std::size_t begin = 0, edits = 0;  // of the part that is being filled
  for (std::size_t n = 0; n < functions.size(); ++n) {
    const std::size_t own = switch_source(source, lines_without(functions, n, n + 1)).edits.size();
    if (edits > 0 && edits + own > kEditsOfPart) {
      parts.push_back(lines_without(functions, begin, n));
      begin = n, edits = 0;
    }
    edits += own;
  }
  parts.push_back(lines_without(functions, begin, functions.size()));
  return parts;
}

}  // namespace kit::repair
