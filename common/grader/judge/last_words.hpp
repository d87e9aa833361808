/// @file
/// What an observed program says when it ends before its answer.
#pragma once

#include <cstddef>
#include <string>

#include "grader/judge/judge.hpp"

namespace kit::grader {

/// What an observed program that died of a signal in the host's code said of it, as a finding is
/// described: it prints "path/of.cu:12: what happened", and "    kind in ..." below. Empty if it
/// printed no such thing. The program may have printed anything, so that only a message may depend
/// on it.
std::string fault_in(const std::string& last_words);

/// What ends a case in an observed program, as "line 12 of of.cu: what happened"; empty if it ends
/// well, or nothing is known of it. `index`: the case's among all.
std::string fault_of_call(const JudgePlan& plan, const Case& one, std::size_t index);

}  // namespace kit::grader
