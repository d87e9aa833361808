/// cuda_rewrite: preprocessed CUDA C++ on standard input, host C++ on standard output.
#include <exception>
#include <iostream>
#include <iterator>
#include <string>

#include "rewrite.hpp"

int main() {
  std::ios::sync_with_stdio(false);
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  try {
    std::cout << kit::rewriter::rewrite(text) << std::flush;
  } catch (const kit::rewriter::SyntaxError& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return std::cout ? 0 : 99;
}
