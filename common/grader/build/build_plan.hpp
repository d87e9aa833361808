/// @file
/// Everything that a worker's build needs to know, checked before anything is compiled.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/build/build_request.hpp"
#include "grader/lab/lab_config.hpp"

namespace kit::build {

/// A build request, completed by what the kit has.
struct BuildPlan {
  std::filesystem::path root;          ///< the kit's folder
  std::filesystem::path build;         ///< where it was built: KIT_BUILD if set, else build/ in it
  grader::LabConfig lab;               ///< the kit's lab.json
  std::vector<std::string> files;      ///< those of `lab` that the student writes
  std::string source;                  ///< as in BuildRequest; the compiler's messages repeat it
  std::string backend, mode;           ///< as in BuildRequest
  std::filesystem::path out;           ///< exists
  std::vector<std::string> stand_ins;  ///< as in BuildRequest
  std::filesystem::path adapter;       ///< source of the lab's adapter
  std::vector<std::string> dependency_flags;  ///< for sources that include the JSON library
  std::string boost;                          ///< static library that the simulator needs

  bool on_gpu() const { return backend == "cuda"; }
  std::filesystem::path student_folder() const;
  /// The folder that this file of the student's is taken from (grader::folder_of).
  std::filesystem::path folder_of(const std::string& file) const;
  /// What a program of the kit's build folder is called by. Throws HarnessError if it is not there.
  std::filesystem::path built(const std::string& name) const;
};

/// Makes the plan and the folder `out`. Throws InputError for a lab, backend, mode or folder that
/// is not there, HarnessError if the kit lacks something.
BuildPlan make_plan(const std::filesystem::path& root, const grader::BuildRequest& request);

}  // namespace kit::build
