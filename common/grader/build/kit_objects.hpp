/// @file
/// What a worker needs that is made of the kit alone: once for all sources, by whichever build
/// wants it first. Others wait. What is made appears whole or not at all.
#pragma once

#include <filesystem>
#include <vector>

#include "grader/build/build_plan.hpp"
#include "grader/build/toolchain.hpp"

namespace kit::build {

/// Where the lab's adapter is, and for kernels how jobs reach the device.
std::vector<std::filesystem::path> adapter_objects(const BuildPlan& plan);

/// Makes them. Throws InputError and NeedsGpuError as the compiler says so, HarnessError if it
/// cannot compile them, and OutOfTime.
void make_adapter_objects(const BuildPlan& plan, std::filesystem::file_time_type inputs,
                          Toolchain& tools);

/// Of a lab's adapter, the folder beside it that holds stand-ins.
inline constexpr const char* kStandInFolder = "standin";

/// The object of the kit's stand-in for this file of the student's.
std::filesystem::path stand_in_object(const BuildPlan& plan, const std::string& file);

/// Makes those of plan.stand_ins. Throws as make_adapter_objects() does.
void make_stand_in_objects(const BuildPlan& plan, std::filesystem::file_time_type inputs,
                           Toolchain& tools);

/// Makes the simulator's headers for a mode, precompiled, if the lab's code of that mode has any. A
/// compiler that cannot make or use them reads the headers themselves.
void precompile_headers(const BuildPlan& plan, const std::string& mode,
                        std::filesystem::file_time_type inputs, Toolchain& tools);

/// The same headers as clang reads them, which says what nvcc refuses where nvcc is not here.
void precompile_for_rules(const BuildPlan& plan, std::filesystem::file_time_type inputs,
                          Toolchain& tools);

}  // namespace kit::build
