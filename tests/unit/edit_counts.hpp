/// @file
/// How many edits of a source there are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "grader/repair/switched_source.hpp"

namespace kit::repair {

/// How many edits of this kind offer something for `here`.
inline std::ptrdiff_t count(const SwitchedSource& source, EditKind kind, const std::string& here) {
  return std::count_if(source.edits.begin(), source.edits.end(),
                       [&](const Edit& one) { return one.kind == kind && one.here == here; });
}

}  // namespace kit::repair
