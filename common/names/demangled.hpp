/// @file
/// Names of functions, variables and types as the source has them.
#pragma once

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace kit {

/// What a symbol stands for: "lab02::convolve(float*)" for "_ZN5lab028convolveEPf"; the symbol
/// itself if it is no name of C++. Static, since it also runs in the program that holds the
/// student's code, which could have a copy of its own of any function that the linker merges.
static inline std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : symbol;
}

}  // namespace kit
