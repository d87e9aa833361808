/// @file
/// Grades one lab from its sources to verdict.json.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "grader/judge/containment.hpp"
#include "grader/lab/lab_config.hpp"
#include "grader/lab/suite.hpp"
#include "grader/judge/verdict_file.hpp"

namespace kit::grader {

/// What to grade, and how.
struct GradeOptions {
  std::string root;  ///< the kit's folder
  std::string lab;   ///< the folder's name, "02_naive"
  /// "labs", "solutions" or a path: the folder that holds the lab's folder with the student's
  /// files.
  std::string source = "labs";
  Backend backend = Backend::sim;
  bool observed = false;  ///< build for the simulator that sees every access to memory
  std::uint64_t seed = 0;
  std::string out;  ///< folder for verdict.json, error pictures and the build; empty: the default
  bool timing = true;   ///< measure speed where it says something
  bool observe = true;  ///< run the simulator's checks and counts too, where there are kernels
  const Containment* containment = nullptr;  ///< null: builds and runs as the caller
  int compilers = 0;                         ///< at most so many at once; 0: one for each core
  double timeout_factor = 1;                 ///< factor of every time limit of lab.json
  bool check_source = true;                  ///< tests of the other defences leave this out
  /// Cases that only the instructor knows, as the lab's suite takes them; null: none.
  nlohmann::json hidden = nullptr;
};

/// "sim" or "cuda".
std::string to_string(Backend backend);

/// The folder that holds the student's lab folder. Throws InputError if it is not there.
std::string source_folder(const GradeOptions& options);

/// Where a grading leaves its files: options.out, else build/grade/SOURCE/LAB under the root.
std::string output_folder(const GradeOptions& options);

/// How a build ended.
struct BuildResult {
  bool ok = false;
  std::string refused;  ///< what an object does that a lab must not; then ok is false
  std::string log;      ///< the compiler's messages
  std::string worker;   ///< the program
};

/// Builds one worker. Throws InputError (wrong usage), NeedsGpuError or
/// HarnessError; that the student's code does not compile is a result.
BuildResult build_worker(const GradeOptions& options, const LabConfig& config);

/// Builds, runs, judges and writes verdict.json, and returns its content. Throws kit::Error.
VerdictFile grade(const GradeOptions& options);

}  // namespace kit::grader
