/// @file
/// What to grade, how, and where its files are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "grader/judge/containment.hpp"
#include "grader/judge/record_request.hpp"
#include "grader/lab/backend.hpp"
#include "grader/lab/lab_config.hpp"

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
  bool timing = true;        ///< measure speed where it says something
  bool refresh = false;      ///< measure the CPU's times again, which are kept otherwise
  bool page = false;         ///< write page.json too, what the report's page is made of
  RecordRequest watch = {};  ///< what of the grading the page replays
  bool observe = true;       ///< run the simulator's checks and counts too, where there are kernels
  const Containment* containment = nullptr;  ///< null: builds and runs as the caller
  int compilers = 0;                         ///< at most so many at once; 0: one for each core
  double timeout_factor = 1;                 ///< factor of every time limit of lab.json
  bool check_source = true;                  ///< tests of the other defences leave this out
  bool refuses_host_results = true;          ///< the same
  /// Cases that only the instructor knows, as the lab's suite takes them; null: none.
  nlohmann::json hidden = nullptr;
};

/// The folder that holds the student's lab folder. Throws InputError if it is not there.
std::string source_folder(const GradeOptions& options);

/// A stage's file: the student's, or the kit's own if that may be missing and is. Throws InputError
/// if it is missing otherwise.
std::filesystem::path stage_path(const GradeOptions& options, const LabConfig& config,
                                 const StageConfig& stage);

/// Ids of the stages whose files are as the skeleton left them. Throws InputError as stage_path()
/// does.
std::set<std::string> untouched_stages(const GradeOptions& options, const LabConfig& config);

/// Where a grading leaves its files: options.out, else build/grade/SOURCE/LAB under the root.
std::string output_folder(const GradeOptions& options);

}  // namespace kit::grader
