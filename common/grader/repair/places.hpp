/// @file
/// Where a source may have edits.
#pragma once

#include <set>
#include <string>
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

/// Pointers of a source.
struct Pointers {
  std::set<std::string> device;  ///< to memory of cudaMalloc()
  std::set<std::string> host;    ///< to the host's memory: copied from there, or to there
};
Pointers find_pointers(const std::vector<scan::Token>& tokens);

}  // namespace kit::repair
