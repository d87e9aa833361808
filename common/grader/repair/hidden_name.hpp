/// @file
/// Variables that are declared again in a block, and hide the one outside of it.
#pragma once

#include <optional>
#include <string>

namespace kit::repair {

/// A name, and the lines, from 1, in which it is declared.
struct HiddenName {
  std::string name;
  int outer = 0, inner = 0;
};

/// Of the names in this line of a source, the first that stands for a variable which hides another
/// one of its type in the same function; none if there is none.
std::optional<HiddenName> hidden_name_in(const std::string& source, int line);

}  // namespace kit::repair
