/// @file
/// From one submission to the files that the labs take from it: the student's own files, and no
/// others.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "classroom/intake/archive.hpp"
#include "classroom/intake/layout/layout.hpp"
#include "grader/lab/lab_config.hpp"

namespace kit::classroom {

/// Of one lab: file name to content, for every file of lab.json.
struct LabFiles {
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> sources;  ///< of the files that were handed in: where they lay
  std::vector<std::string> from_skeleton;      ///< names that were not submitted
  std::vector<std::string> notes;  ///< what else the student should know, a sentence each
  std::string problem;             ///< why it cannot be graded; then `files` may be incomplete
  std::string nothing;             ///< why there is nothing of this lab, if there is nothing
  bool submitted() const { return !problem.empty() || from_skeleton.size() < files.size(); }
};

/// Where a submission's time comes from.
inline constexpr const char* kTimeOfSystem = "course system";
inline constexpr const char* kTimeOfFiles = "newest file";

struct Submission {
  std::string name;       ///< as it stands in the class's folder, printable
  std::string path;       ///< of the file or folder
  std::string time;       ///< UTC, "2026-11-21T10:00:00Z"; empty if there is none
  std::string time_from;  ///< kTimeOfSystem or kTimeOfFiles; empty without a time
  long attempt = 0;       ///< as in Handed
  std::map<std::string, LabFiles> labs;
  std::vector<Refused> left;  ///< files that no lab takes, and why
};

/// Seconds that all archives of a submission may still take: of the processors, and by the clock.
struct UnpackingTime {
  double processor = 20, clock = 60;
};

/// Turns an archive's bytes into a tar stream of the files that are named, of all if none is; the
/// caller does this in a sandbox. Takes what it needs from `left`.
using Unpacker =
    std::function<Reading(const std::string& name, const std::string& bytes,
                          const std::vector<std::string>& wanted_names, UnpackingTime& left)>;

/// What to take.
struct IntakePlan {
  std::string labs_folder;                  ///< the kit's labs/
  std::vector<grader::LabConfig> labs;      ///< those that are graded
  std::vector<grader::LabConfig> all_labs;  ///< to know which file names are one lab's alone
  Unpacker unpack;
  bool quiz = false;  ///< also take the answers to make quiz
};

/// The file with them, in a lab's folder.
inline constexpr const char* kQuizFile = "quiz.json";

/// Reads one submission of the class's folder.
Submission take_submission(const std::string& folder, const Handed& handed, const IntakePlan& plan);

/// The whole of a folder as one submission.
Handed whole_folder(const std::string& folder);

/// Whether a folder is itself one submission: it has nothing but labs' folders and files.
bool is_one_submission(const ClassFolder& folder, const IntakePlan& plan);

/// The names of all files that the labs ask for, in small letters.
std::set<std::string> lab_file_names(const std::vector<grader::LabConfig>& labs);

}  // namespace kit::classroom
