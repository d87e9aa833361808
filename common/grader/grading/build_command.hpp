/// @file
/// The command `kit build-lab`: builds one worker, for developers and inside of a sandbox.
#pragma once

#include "grader/build/build_request.hpp"

namespace kit::grader {

/// Exit codes if an object does what a lab must not, if the build took too long, and if a signal
/// ended a program over the student's code; the others are those of kit/error.hpp: 0 built, 1 the
/// code does not compile or link, 77 no nvcc.
inline constexpr int kExitRefused = 3, kExitStopped = 4, kExitKilled = 5;

/// Builds as build::build_lab does, which leaves `out`/worker and `out`/build.log, and returns the
/// exit code. Throws kit::Error for codes above 1.
int run_build_lab(const BuildRequest& request);

}  // namespace kit::grader
