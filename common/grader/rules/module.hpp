/// @file
/// What clang makes of device code: LLVM's language as text, as far as rules ask about it.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace kit::rules {

/// A variable that device code has.
struct Global {
  std::string name;       ///< mangled
  int address_space = 0;  ///< 0 generic, 1 global, 3 shared, 4 constant memory
  std::uint64_t bytes = 0;
  bool array = false;
  bool private_copy = false;  ///< clang's own copy of a constant's value
  bool thread_local_ = false;
  bool declared_for_device = false;  ///< __device__ or __constant__ in the source
};

/// Where something is used.
struct Place {
  std::string file;
  int line = 0, column = 0;  ///< 0 if unknown
};

/// A function that device code has.
struct Function {
  std::string name;  ///< mangled
  Place place;       ///< of its definition
  bool kernel = false;
  std::set<std::string> indexed;      ///< variables that an address is made of
  std::map<std::string, Place> uses;  ///< variables and functions, each where it is used first
};

struct Module {
  std::vector<Global> globals;
  std::vector<Function> functions;
};

/// Reads the text that `clang -S -emit-llvm -g1` writes, of clang 13 to 19. What is not understood
/// is left out.
Module read_module(const std::string& text);

}  // namespace kit::rules
