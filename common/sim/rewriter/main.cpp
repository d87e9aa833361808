/// cuda_rewrite: preprocessed CUDA C++ on standard input, host C++ on standard output.
///   cuda_rewrite [DEVICE]   DEVICE: the same source, preprocessed for the device
/// cuda_rewrite --confine: assembly on standard input, the same with its memory accesses confined
/// on standard output.
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

#include "confine.hpp"
#include "passes.hpp"
#include "rewrite.hpp"

namespace {

std::string read_all(std::istream& stream) {
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace

int main(int count, char** arguments) {
  std::ios::sync_with_stdio(false);
  const std::string_view option = count > 1 ? arguments[1] : "";
  std::string text = read_all(std::cin);
  try {
    if (option == "--confine") {
      std::cout << kit::rewriter::confine(text) << std::flush;
      return 0;
    }
    if (!option.empty()) {
      std::ifstream device(arguments[1]);
      if (!device) return 99;
      text = kit::rewriter::merge_passes(text, read_all(device));
    }
    std::cout << kit::rewriter::rewrite(text) << std::flush;
  } catch (const kit::rewriter::SyntaxError& error) {
    std::cerr << error.what() << '\n';
    return 1;
  } catch (const kit::rewriter::NotConfined& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return std::cout ? 0 : 99;
}
