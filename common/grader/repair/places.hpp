/// @file
/// Where a source may have edits.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scan/token.hpp"

namespace kit::repair {

/// By token.
struct Places {
  std::vector<bool> usable;     ///< code of a function that need not be a constant
  std::vector<bool> condition;  ///< in the condition of an if, while or switch
};

/// `tokens` are a source's, without comments and directives. Lines in `without` are not usable.
Places find_places(const std::vector<scan::Token>& tokens, const std::set<int>& without);

/// The braces of each function's body, as tokens; those of lambdas and local classes are within.
std::vector<std::pair<std::size_t, std::size_t>> find_function_bodies(
    const std::vector<scan::Token>& tokens);

/// True if a line stands in the body of a function that is the host's alone.
bool is_in_host_function(const std::string& source, int line);

/// The lines of all functions that a kernel is or calls: those of which is_in_host_function() is
/// false.
std::set<int> lines_of_device_functions(const std::string& source);

/// Pointers of a source.
struct Pointers {
  std::set<std::string> device;  ///< to memory of cudaMalloc()
  std::set<std::string> host;    ///< to the host's memory: copied from there, or to there
};
Pointers find_pointers(const std::vector<scan::Token>& tokens);

}  // namespace kit::repair
