/// @file
/// The fixed list of verdicts, for a case, a stage and a lab. docs/verdict.md explains each.
#pragma once

namespace kit::grader::verdict {

inline constexpr const char* kPassed = "passed";              ///< right, within tolerance
inline constexpr const char* kWrong = "wrong";                ///< ran, but something is wrong
inline constexpr const char* kNotDone = "not_done";           ///< as the skeleton left it
inline constexpr const char* kBuildFailed = "build_failed";   ///< the compiler or linker refused it
inline constexpr const char* kCrashed = "crashed";            ///< signal, exit or exception
inline constexpr const char* kTimedOut = "timed_out";         ///< over the wall-clock limit, killed
inline constexpr const char* kOutOfMemory = "out_of_memory";  ///< over the memory limit
inline constexpr const char* kForbidden = "forbidden";        ///< source not allowed
inline constexpr const char* kCheated = "cheated";            ///< evidence of forgery
inline constexpr const char* kSkipped = "skipped";            ///< not run; the message says why
inline constexpr const char* kGraderFault = "grader_fault";   ///< the kit's own fault, never scored

}  // namespace kit::grader::verdict
