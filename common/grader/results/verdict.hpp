/// @file
/// The fixed list of verdicts, for a case, a stage and a lab. docs/verdict.md explains each.
#pragma once

#include <optional>
#include <string_view>

namespace kit::grader {

enum class Verdict {
  passed,         ///< right, within tolerance
  wrong,          ///< ran, but something is wrong
  not_done,       ///< as the skeleton left it
  build_failed,   ///< the compiler or linker refused it
  crashed,        ///< signal, exit or exception
  timed_out,      ///< over the wall-clock limit, killed
  out_of_memory,  ///< over the memory limit
  forbidden,      ///< source not allowed
  cheated,        ///< evidence of forgery
  skipped,        ///< not run; the message says why
  grader_fault    ///< the kit's own fault, never scored
};

/// The name in verdict.json, the gradebook and wrong.json: "timed_out".
const char* to_string(Verdict verdict);

/// The verdict of that name; none if there is no such.
std::optional<Verdict> verdict_from(std::string_view name);

/// How bad a verdict is, from 0; the worst of several decides. passed < not_done < skipped < wrong
/// < crashed and the like < forbidden < cheated < grader_fault.
int severity(Verdict verdict);

}  // namespace kit::grader
