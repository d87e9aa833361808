/// @file
/// One thing that nvcc would refuse.
#pragma once

#include <string>
#include <vector>

namespace kit::rules {

/// A place in the source and a sentence: what is wrong, in nvcc's words, and what to do instead.
struct Refusal {
  std::string file;
  int line = 0;    ///< from 1
  int column = 0;  ///< from 1; 0 if unknown
  std::string message;
};

/// Sorts by place and drops what was said twice of one line.
void order(std::vector<Refusal>& refusals);

/// As compilers write it: "tiled.cu:12:9: error: ...".
std::string to_line(const Refusal& refusal);

}  // namespace kit::rules
