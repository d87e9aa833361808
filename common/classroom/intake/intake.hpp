/// @file
/// From a folder of submissions to the files that the labs take from each: the students' own files,
/// and no others.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "classroom/intake/archive.hpp"
#include "grader/lab/lab_config.hpp"

namespace kit::classroom {

/// Of one lab: file name to content, for every file of lab.json.
struct LabFiles {
  std::map<std::string, std::string> files;
  std::vector<std::string> from_skeleton;  ///< names that were not submitted
  std::string problem;  ///< why it cannot be graded; then `files` may be incomplete
  bool submitted() const { return !problem.empty() || from_skeleton.size() < files.size(); }
};

struct Submission {
  std::string name;  ///< of the folder or archive, without its extension
  std::string path;
  std::string time;  ///< of its newest file, UTC, "2026-11-21T10:00:00Z"
  std::map<std::string, LabFiles> labs;
};

/// Turns an archive's bytes into a tar stream; the caller does this in a sandbox.
using Unpacker = std::function<Reading(const std::string& name, const std::string& bytes,
                                       const std::vector<std::string>& wanted_names)>;

/// What to take.
struct IntakePlan {
  std::string labs_folder;                  ///< the kit's labs/
  std::vector<grader::LabConfig> labs;      ///< those that are graded
  std::vector<grader::LabConfig> all_labs;  ///< to know which file names are one lab's alone
  Unpacker unpack;
};

/// Reads one submission, a folder or an archive.
Submission take_submission(const std::string& path, const IntakePlan& plan);

/// The submissions of a folder, by name: its folders and archives. A folder that is itself one
/// submission (it has a lab's folder or files) counts as one. Throws InputError if there is none.
std::vector<std::string> list_submissions(const std::string& folder, const IntakePlan& plan);

}  // namespace kit::classroom
