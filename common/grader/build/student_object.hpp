/// @file
/// The object of one of the student's files, kept from build to build in the folder `out`.
#pragma once

#include <filesystem>
#include <string>

#include "grader/build/build_plan.hpp"
#include "grader/build/toolchain.hpp"

namespace kit::build {

/// Where the object of `file` is: naive.o for naive.cu.
std::filesystem::path student_object(const BuildPlan& plan, const std::string& file);

/// Compiles the file, unless its object is not older than `inputs` and was made of what is there
/// now. Returns false if the source is at fault; there is then no object of it, or one that the
/// next build does not take. Throws InputError, NeedsGpuError or HarnessError if something else is
/// at fault, ProgramEnded and OutOfTime.
bool make_student_object(const BuildPlan& plan, const std::string& file,
                         std::filesystem::file_time_type inputs, Toolchain& tools);

/// What the compiler said when the object was made, or could not be.
std::string student_log(const BuildPlan& plan, const std::string& file);

}  // namespace kit::build
