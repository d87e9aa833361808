/// @file
/// Builds the worker of one lab: the student's files, the kit's adapter and the worker's main
/// program in one executable. Of the student's folder only the files that lab.json names are
/// compiled; the contract and everything else are the kit's own.
#pragma once

#include <string>
#include <vector>

#include "grader/build/build_request.hpp"
#include "grader/build/toolchain.hpp"

namespace kit::build {

/// How a build ended that nobody but the student's code can be blamed for.
enum class Outcome {
  built,
  failed,   ///< does not compile or link, or a file is missing
  refused,  ///< an object does what a lab must not
  stopped,  ///< took too long
  killed,   ///< a signal ended a program that worked on it, see ProgramEnded
};

struct LabBuild {
  Outcome outcome = Outcome::failed;
  std::string log;    ///< what OUT/build.log has, see build_lab
  std::string rules;  ///< what OUT/rules has: who looked for what nvcc refuses, or why nobody did
};

/// All of a build may take this long, on a machine that is busy with others too.
inline constexpr double kBuildSeconds = 600;

/// Where a build leaves its log in `out`: "build.log", or beside a worker with stand-ins.
std::string log_name(const std::vector<std::string>& stand_ins);

/// Builds request.out/worker; there is none unless the outcome is `built`. Leaves the compiler's
/// messages on the student's files in request.out/build.log, at most 64 KiB and a line that says
/// what is missing, was refused or took too much, and in request.out/rules who looked for what nvcc
/// refuses (empty for a lab without kernels). Builds of one folder wait for each other. With
/// KIT_CONFINE=1 the student's observed code is kept to its own memory (sim/rewriter/confine.hpp),
/// and with KIT_UNCHECKED=1 in the environment nothing is refused: tests of other defences need
/// that. With request.stand_ins the worker is the one that worker_name() says, linked of the
/// objects that a build without them left in request.out; nothing is compiled but stand-ins. Throws
/// InputError (wrong usage), NeedsGpuError (no nvcc) or HarnessError (the kit or the machine is at
/// fault: a linker that was killed, a full disk).
LabBuild build_lab(const std::string& root, const grader::BuildRequest& request,
                   CompilerSlots& slots);

}  // namespace kit::build
