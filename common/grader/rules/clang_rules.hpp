/// @file
/// What clang's errors mean for nvcc.
#pragma once

#include <string>
#include <vector>

#include "grader/rules/diagnostics.hpp"
#include "grader/rules/refusal.hpp"

namespace kit::rules {

/// What an error of clang's comes to.
enum class Meaning {
  refused,  ///< nvcc refuses it too
  taken,    ///< nvcc takes it, with a warning at most
  other     ///< none of CUDA's rules: g++ judges it, which reads the same C++
};

struct Judgement {
  Meaning meaning = Meaning::other;
  Refusal refusal;  ///< if it is refused
};

/// Judges one error. `source` is the text of the file that it names; the refusal is placed in the
/// student's file, `path`, also where a header's template was instantiated from it.
Judgement judge(const Diagnostic& error, const std::string& path, const std::string& source);

}  // namespace kit::rules
