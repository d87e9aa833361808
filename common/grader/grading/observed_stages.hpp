/// @file
/// Which stages the simulator has anything to see of.
#pragma once

#include <set>
#include <string>

#include "grader/judge/grade_options.hpp"
#include "grader/lab/lab_config.hpp"

namespace kit::grader {

/// Ids of the stages of which it has not: of a lab without kernels those whose files do not speak
/// of OpenMP, whose threads share memory; all of them where the code is to be confined, since what
/// confines knows kernels alone. Throws InputError as stage_path() does.
std::set<std::string> unobserved_stages(const GradeOptions& options, const LabConfig& config);

}  // namespace kit::grader
