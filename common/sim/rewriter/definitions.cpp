/// @file
/// A symbol is defined where its label stands, or by `.set`; a label of the compiler's own begins
/// with `.L`, which no name of a program can.
#include "definitions.hpp"

#include <algorithm>

#include "assembly.hpp"

namespace kit::rewriter {

Lines split_lines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

Definitions::Definitions(const Lines& lines) {
  std::string_view table;
  for (const std::string_view text : lines) {
    const AssemblyLine line = parse_assembly(text);
    if (!line.label.empty()) {
      symbols.insert(line.label);
      table = line.label;
    } else if (line.directive == ".type" && line.operands.size() == 2 &&
               line.operands[1] == "@function") {
      functions.insert(line.operands[0]);
    } else if (line.directive == ".set" || line.directive == ".local") {
      symbols.insert(line.operands.at(0));
    } else if (line.directive == ".quad" && table.starts_with(".L") &&
               line.operands.at(0).starts_with(".L")) {
      ++tables[table];
    }
  }
  std::erase_if(functions, [&](std::string_view name) { return symbols.count(name) == 0; });
}

}  // namespace kit::rewriter
