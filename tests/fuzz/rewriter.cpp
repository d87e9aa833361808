// Preprocessed CUDA, which may not even be C++.
#include "sim/rewriter/rewrite.hpp"

#include <algorithm>

#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const std::string result = kit::rewriter::rewrite(text);
    const auto lines = [](const std::string& one) {
      return std::count(one.begin(), one.end(), '\n');
    };
    if (lines(result) != lines(text)) __builtin_trap();  // its promise: no line moves
  } catch (const kit::rewriter::SyntaxError&) {          // the documented answer
  }
  return 0;
}
