/// cuda_rewrite: preprocessed CUDA C++ on standard input, host C++ on standard output.
///   cuda_rewrite [DEVICE]   DEVICE: the same source, preprocessed for the device
/// cuda_rewrite --observe: assembly on standard input; on standard output the same, in which
/// endless loops are counted too, members of a vector are accessed together, accesses that were not
/// announced are looked at, and CUDA threads take memory of the device.
/// cuda_rewrite --confine: also with its memory accesses confined.
/// Exit code: 0 done; 1 the text is at fault, also where it takes more memory or space than there
/// is; 99 the kit is.
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <new>
#include <string>
#include <string_view>

#include "confine.hpp"
#include "endless_loops.hpp"
#include "heap_calls.hpp"
#include "passes.hpp"
#include "rewrite.hpp"
#include "unannounced.hpp"
#include "vector_accesses.hpp"

namespace {

std::string read_all(std::istream& stream) {
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

}  // namespace

int main(int count, char** arguments) {
  std::ios::sync_with_stdio(false);
  const std::string_view option = count > 1 ? arguments[1] : "";
  try {
    std::string text = read_all(std::cin);
    if (option == "--observe" || option == "--confine") {
      text = kit::rewriter::merge_vector_accesses(kit::rewriter::count_endless_loops(text));
      // Tests of the other defences leave this one out.
      if (std::getenv("KIT_UNSEEN") == nullptr) text = kit::rewriter::look_at_unannounced(text);
      std::cout << (option == "--confine" ? kit::rewriter::confine(text)
                                          : kit::rewriter::redirect_heap_calls(text));
    } else {
      if (!option.empty()) {
        std::ifstream device(arguments[1]);
        if (!device) return 99;
        text = kit::rewriter::merge_passes(text, read_all(device));
      }
      std::cout << kit::rewriter::rewrite(text);
    }
  } catch (const kit::rewriter::SyntaxError& error) {
    std::cerr << error.what() << '\n';
    return 1;
  } catch (const kit::rewriter::NotConfined& error) {
    std::cerr << error.what() << '\n';
    return 1;
  } catch (const std::bad_alloc&) {
    std::cerr << "error: there is no memory for what this file becomes; make it smaller\n";
    return 1;
  }
  if (std::cout.flush()) return 0;
  std::cerr << "error: there is no space for what this file becomes; make it smaller\n";
  return 1;
}
