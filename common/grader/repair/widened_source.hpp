/// @file
/// A student's file in which whole numbers have room. A type cannot be switched while a program
/// runs, as words are (switched_source.hpp), so all that are narrow are widened at once.
#pragma once

#include <set>
#include <string>

namespace kit::repair {

/// What is replaced. The new type is one word, so that `unsigned(x)` stays a cast.
enum class Widening {
  narrow,   ///< integers of 8 and 16 bits, by int
  no_sign,  ///< unsigned ones of 32 and 64 bits, by std::ptrdiff_t
  whole,    ///< integers that are given numbers with fractions, by float
};

/// A source whose variables have other types.
struct WidenedSource {
  std::string text;     ///< lines are those of the source
  std::set<int> lines;  ///< where a type was replaced
};

/// Replaces integer types where they are those of a function's parameters and single variables, or
/// what a cast leads to. Arrays, pointers, references, and what
/// lies in shared or constant memory keep theirs, since others rely on the layout. For
/// Widening::whole, `cut` are the lines in which a fraction is cut off: the variables that are
/// assigned to there are meant, and anywhere the 0 that a sum by std::accumulate() begins with, and
/// whole numbers that are divided, as in `1 / 3`.
/// With `only`, nothing is replaced in other lines.
WidenedSource widen_source(const std::string& source, Widening widening,
                           const std::set<int>& cut = {}, const std::set<int>& only = {});

}  // namespace kit::repair
