/// @file
/// Rules of nvcc that only what device code comes to can tell.
#pragma once

#include <string>
#include <vector>

#include "grader/rules/module.hpp"
#include "grader/rules/refusal.hpp"

namespace kit::rules {

/// Constant memory that a program may have, and static shared memory that a block may, in bytes.
inline constexpr std::uint64_t kMaxConstantBytes = 64 * 1024;
inline constexpr std::uint64_t kMaxSharedBytes = 48 * 1024;

/// What nvcc refuses: constants of the host that device code needs in memory (an indexed array, a
/// reference), closures and local types as arguments of a kernel's template, too much constant or
/// static shared memory, thread_local variables. `path` is the student's file, `source` its
/// text.
std::vector<Refusal> refused_in_module(const Module& module, const std::string& path,
                                       const std::string& source);

}  // namespace kit::rules
