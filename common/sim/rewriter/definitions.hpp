/// @file
/// A file of assembly cut into lines, and what it defines.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace kit::rewriter {

using Lines = std::vector<std::string_view>;

/// The lines of the text, which they point into.
Lines split_lines(std::string_view text);

/// What a first reading of the file tells.
struct Definitions {
  std::set<std::string_view> symbols, functions;
  /// Entries of each jump table: the compiler's own, which lie in memory that nobody writes to.
  std::map<std::string_view, unsigned> tables;

  explicit Definitions(const Lines& lines);
};

}  // namespace kit::rewriter
