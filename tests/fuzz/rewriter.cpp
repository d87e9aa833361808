// Preprocessed CUDA, which may not even be C++.
#include "sim/rewriter/rewrite.hpp"

#include <cstdlib>
#include <sstream>
#include <string>

#include "target.hpp"

namespace {

/// The number that a compiler gives to a text's last line: markers such as `# 7 "file"` set it
/// anew.
long last_line(const std::string& text) {
  std::istringstream lines(text);
  long number = 0;
  for (std::string line; std::getline(lines, line); ++number)
    if (line.size() > 2 && line[0] == '#' && line[1] == ' ' && line[2] >= '0' && line[2] <= '9')
      number = std::atol(line.c_str() + 2) - 2;
  return number;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const std::string result = kit::rewriter::rewrite(text);
    if (last_line(result) != last_line(text)) __builtin_trap();  // its promise: no line moves
  } catch (const kit::rewriter::SyntaxError&) {                  // the documented answer
  }
  return 0;
}
