/// @file
/// The command `kit build-lab`: builds one worker, for developers and inside of a sandbox.
#pragma once

#include "grader/build/build_request.hpp"

namespace kit::grader {

/// Exit code if an object does what a lab must not; the others are those of kit/error.hpp: 0 built,
/// 1 the student's code does not compile or link or takes too long, 77 no nvcc.
inline constexpr int kExitRefused = 3;

/// Builds as build::build_lab does, which leaves `out`/worker and `out`/build.log, and returns the
/// exit code. Throws kit::Error for codes above 1.
int run_build_lab(const BuildRequest& request);

}  // namespace kit::grader
