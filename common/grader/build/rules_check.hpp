/// @file
/// What nvcc would refuse of a student's kernels, found out beside a build for the simulator, whose
/// compiler knows none of CUDA's rules.
#pragma once

#include <string>

#include "grader/build/build_plan.hpp"
#include "grader/build/toolchain.hpp"

namespace kit::build {

struct RulesCheck {
  bool refused = false;
  std::string log;   ///< what is refused, a line each, as compilers write it
  std::string done;  ///< who looked: "checked by nvcc", or "not checked: " and why
};

/// Whether a build is one whose kernels are to be looked at: of the code that is graded, for the
/// simulator.
bool has_rules(const BuildPlan& plan);

/// Looks at one .cu file, unless the last look is not older than `inputs` and was at what is there
/// now. Throws HarnessError if the kit is at fault, ProgramEnded and OutOfTime.
RulesCheck check_rules(const BuildPlan& plan, const std::string& file,
                       std::filesystem::file_time_type inputs, Toolchain& tools);

/// One line for all files of a build: the first that was not checked, else who checked them.
std::string summary(const std::vector<RulesCheck>& checks);

}  // namespace kit::build
