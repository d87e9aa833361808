// Preprocessed CUDA, which may not even be C++.
#include "sim/rewriter/rewrite.hpp"

#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>

#include "target.hpp"

namespace {

constexpr unsigned long kMaxLine = std::numeric_limits<int>::max();

/// A line marker such as `# 7 "file"`; one whose number no compiler can hold is none.
bool is_marker(const std::string& line) {
  std::size_t end = 2;
  while (end < line.size() && line[end] >= '0' && line[end] <= '9') ++end;
  return line.compare(0, 2, "# ") == 0 && end > 2 && line.compare(end, 2, " \"") == 0 &&
         std::strtoul(line.c_str() + 2, nullptr, 10) <= kMaxLine;
}

/// Other lines with # in either spelling, which no preprocessor leaves where they could set a
/// line's number.
bool has_odd_directive(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find('#') != std::string::npos || line.find("%:") != std::string::npos) {
      if (!is_marker(line)) return true;
    }
  return false;
}

/// The number that a compiler gives to a text's last line, which markers set anew.
unsigned long last_line(const std::string& text) {
  std::istringstream lines(text + ' ');  // what follows a last line break is a line too
  unsigned long number = 0;
  for (std::string line; std::getline(lines, line); ++number)
    if (is_marker(line)) number = std::strtoul(line.c_str() + 2, nullptr, 10) - 2;
  return number;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const std::string result = kit::rewriter::rewrite(text);
    const unsigned long last = last_line(text);
    if (!has_odd_directive(text) && last <= kMaxLine && last_line(result) != last)
      __builtin_trap();                          // its promise: no line moves
  } catch (const kit::rewriter::SyntaxError&) {  // the documented answer
  }
  return 0;
}
