/// @file
/// Which of the kit's own files a worker is made of, and whether something made of them is old.
#pragma once

#include <filesystem>

#include "grader/build/build_plan.hpp"

namespace kit::build {

/// When the youngest of the kit's files that the objects of this lab depend on was changed:
/// headers, the adapter, the contract, and the tools that compile.
std::filesystem::file_time_type youngest_kit_input(const BuildPlan& plan);

/// Whether the file is there and not older than `inputs`.
bool up_to_date(const std::filesystem::path& target, std::filesystem::file_time_type inputs);

}  // namespace kit::build
