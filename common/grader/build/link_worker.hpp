/// @file
/// The last steps of a build: the check of the student's objects, and the link.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/build/build_plan.hpp"
#include "grader/build/toolchain.hpp"

namespace kit::build {

/// The program that is linked in plan.out: "worker", with the names of the files that stand-ins
/// replace.
std::string worker_name(const std::vector<std::string>& stand_ins);

/// What an object of the student's does that a lab must not, in one line; empty if nothing. Asks
/// build/bin/check_objects. Throws HarnessError if that is not there or has a fault, ProgramEnded
/// and OutOfTime.
std::string refused_in_objects(const BuildPlan& plan, Toolchain& tools);

/// How linking went.
struct LinkResult {
  bool ok = false;
  std::string log;  ///< what the linker said, if it was run
};

/// Links worker_name() in plan.out, unless it is not older than `inputs`, the objects and the
/// libraries. Throws HarnessError if the kit or the machine is at fault, and OutOfTime.
LinkResult link_worker(const BuildPlan& plan, std::filesystem::file_time_type inputs,
                       Toolchain& tools);

}  // namespace kit::build
