/// @file
/// What clang printed, cut into its messages.
#pragma once

#include <string>
#include <vector>

namespace kit::rules {

/// One line of clang's: where, and what it says.
struct Said {
  std::string file;
  int line = 0, column = 0;
  std::string text;
};

/// An error with the notes that explain it.
struct Diagnostic : Said {
  std::vector<Said> notes;
};

/// The errors in what clang printed, those that it calls fatal too. One without a place, as of a
/// precompiled header that it cannot use, has the file "clang" and line 0.
std::vector<Diagnostic> read_diagnostics(const std::string& printed);

}  // namespace kit::rules
