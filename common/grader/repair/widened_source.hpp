/// @file
/// A student's file in which whole numbers have room. A type cannot be switched while a program
/// runs, as words are (switched_source.hpp), so all that are narrow are widened at once.
#pragma once

#include <set>
#include <string>

namespace kit::repair {

/// A source whose narrow variables are wide.
struct WidenedSource {
  std::string text;     ///< lines are those of the source
  std::set<int> lines;  ///< where a type was replaced
};

/// Replaces integer types of 8 and 16 bits by int where they are those of a function's parameters
/// and single variables, or what a cast leads to. Arrays, pointers, references, and what
/// lies in shared or constant memory keep theirs, since others rely on the layout.
WidenedSource widen_source(const std::string& source);

}  // namespace kit::repair
