/// @file
/// A worker that differs from one that was built in one of the student's files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/build/lab_build.hpp"

namespace kit::build {

/// Compiles `source`, which lies in `out`, in place of the student's `file`, with these flags
/// besides, and links `out`/worker of it and the objects in request.out, which build_lab() made.
/// The log is the compiler's. What nvcc would refuse is not looked for. Throws as build_lab() does.
LabBuild build_replaced(const std::string& root, const grader::BuildRequest& request,
                        const std::string& file, const std::filesystem::path& source,
                        const std::vector<std::string>& flags, CompilerSlots& slots);

/// What the compiler says of `source` with these flags besides; nothing is linked. Throws as
/// build_lab() does.
std::string said_of_file(const std::string& root, const grader::BuildRequest& request,
                         const std::string& file, const std::filesystem::path& source,
                         const std::vector<std::string>& flags, CompilerSlots& slots);

}  // namespace kit::build
