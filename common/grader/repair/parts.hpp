/// @file
/// A long file's functions in groups, each of which gets edits in a worker of its own.
///
/// Compiling takes longer than in proportion to the edits, and edits make their function ten times
/// slower, also while none of them is in force. In parts a file is compiled on all cores, and with
/// each part only few functions are slow.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace kit::repair {

/// About so many edits a part has, unless a single function has more.
inline constexpr std::size_t kEditsOfPart = 500;

/// For each part of `source` the lines of all others, which go without edits: what switch_source()
/// takes. A single part, without such lines, if the source is short.
std::vector<std::set<int>> parts_of(const std::string& source);

}  // namespace kit::repair
