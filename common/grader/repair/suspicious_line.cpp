/// @file
/// Warnings are easily overlooked among other words. Those of signs and of names that are not used
/// are not among them: they are right too often where the code is.
#include "grader/repair/suspicious_line.hpp"

#include <fmt/format.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "grader/repair/names_in_scope.hpp"
#include "scan/scanner.hpp"

namespace kit::repair {
namespace {

constexpr const char* kCompilerWarning = "compiler_warning";

/// By line.
using Suspicions = std::map<int, Repair>;

void add_warnings(const std::string& log, const std::string& file, Suspicions& all) {
  static const std::set<std::string> rarely_wrong = {"aggressive-loop-optimizations",
                                                     "array-bounds",
                                                     "bool-compare",
                                                     "div-by-zero",
                                                     "empty-body",
                                                     "implicit-fallthrough",
                                                     "int-in-bool-context",
                                                     "maybe-uninitialized",
                                                     "misleading-indentation",
                                                     "overflow",
                                                     "parentheses",
                                                     "return-type",
                                                     "sequence-point",
                                                     "shift-count-negative",
                                                     "shift-count-overflow",
                                                     "sizeof-array-argument",
                                                     "sizeof-array-div",
                                                     "sizeof-pointer-div",
                                                     "sizeof-pointer-memaccess",
                                                     "stringop-overflow",
                                                     "tautological-compare",
                                                     "type-limits",
                                                     "uninitialized",
                                                     "unused-but-set-parameter",
                                                     "unused-but-set-variable",
                                                     "unused-value"};
  // "/home/ann/lab/tiled.cu:12:5: warning: this statement may fall through
  // [-Wimplicit-fallthrough=]"
  static const std::regex message(R"((?:.*/)?([^/:]+):(\d+):\d+: warning: (.*) \[-W([a-z-]+)=?\])");
  std::istringstream text(log);
  for (std::string line; std::getline(text, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, message) || match[1] != file ||
        rarely_wrong.count(match[4]) == 0)
      continue;
    const int number = std::stoi(match[2]);
    all.insert({number, Repair{number, kCompilerWarning,
                               fmt::format("the compiler warns of it: {}", match[3].str())}});
  }
}

void add_sizes_of_pointers(const std::string& source, Suspicions& all) {
  const scan::Scan scan(source);
  const std::vector<scan::Token> tokens = scan.code();
  NamesInScope scope(tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    scope.visit(i);
    if (tokens[i].text != "sizeof" || i + 3 >= tokens.size()) continue;
    const bool parenthesis = tokens[i + 1].is("(");
    const scan::Token& name = tokens[i + (parenthesis ? 2 : 1)];
    const scan::Token& next = tokens[i + (parenthesis ? 3 : 2)];
    const std::string type = scope.type_of(name.text);
    if (type.empty() || type.back() != '*' || next.is("[") || next.is("->")) continue;
    all.insert(
        {tokens[i].line,
         Repair{tokens[i].line, "wrong_length",
                fmt::format("`sizeof({})` is the size of a pointer, {} bytes, not of what it "
                            "points to",
                            name.text, sizeof(void*))}});
  }
}

}  // namespace

std::optional<Repair> find_suspicious_line(const std::string& log, const std::string& file,
                                           const std::string& source) {
  Suspicions all;
  add_warnings(log, file, all);
  add_sizes_of_pointers(source, all);
  if (all.size() != 1) return std::nullopt;
  return all.begin()->second;
}

}  // namespace kit::repair
