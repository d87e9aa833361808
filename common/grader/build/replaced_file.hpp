/// @file
/// A worker that differs from one that was built in one of the student's files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/build/lab_build.hpp"

namespace kit::build {

/// What is compiled in place of one file.
struct Replacement {
  std::string file;                ///< of the student's
  std::filesystem::path source;    ///< lies where the worker will
  std::vector<std::string> flags;  ///< besides the usual ones
  double seconds = kBuildSeconds;  ///< that this may take
};

/// Compiles it, and links a worker beside it of it and the objects in request.out, which
/// build_lab() made. The log is the compiler's. What nvcc would refuse is not looked for. Throws
/// OutOfTime, and else as build_lab() does.
LabBuild build_replaced(const std::string& root, const grader::BuildRequest& request,
                        const Replacement& replacement, CompilerSlots& slots);

/// What the compiler says of it; nothing is linked. Throws as build_replaced() does.
std::string said_of_file(const std::string& root, const grader::BuildRequest& request,
                         const Replacement& replacement, CompilerSlots& slots);

}  // namespace kit::build
