/// @file
/// Builds the programs that a grading runs, as the caller or in a sandbox.
#pragma once

#include <string>
#include <vector>

#include "grader/build/build_request.hpp"
#include "grader/judge/grading.hpp"
#include "grader/lab/lab_config.hpp"

namespace kit::grader {

/// What build_worker() builds outside of a sandbox.
BuildRequest plain_request(const GradeOptions& options);

/// Builds one worker. Throws InputError (wrong usage), NeedsGpuError or HarnessError; that the
/// student's code does not compile is a result.
BuildResult build_worker(const GradeOptions& options);

/// Both programs of a grading.
struct BuiltWorkers {
  BuildResult graded;  ///< what is judged and timed
  BuildResult
      observed;  ///< the one that the simulator watches; not ok if nothing is to be observed
};

/// BuildResult::races where nothing kept the simulator from looking.
inline constexpr const char* kLookedFor = "looked for";

/// Builds both side by side, with no more compilers at once than options.compilers. That the
/// observed one does not compile is no verdict: the other has that, or the code is for a GPU alone.
/// Throws as build_worker does. With `stand_ins`, as in BuildRequest, those of an earlier call
/// without them stay as they are.
BuiltWorkers build_workers(const GradeOptions& options, const LabConfig& config,
                           const std::vector<std::string>& stand_ins = {});

}  // namespace kit::grader
