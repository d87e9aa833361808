/// @file
/// From a class's folder to each student's submission, and to a list of what became of everything
/// that lies there.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "classroom/intake/intake.hpp"
#include "classroom/intake/roster.hpp"

namespace kit::classroom {

/// What became of a submission. Whatever is unclear, unmatched or ignored has no grade.
enum class Fate { taken, older, unclear, unmatched, ignored };

/// "taken", "older", "unclear", "unmatched", "ignored".
std::string to_string(Fate fate);

/// A line of the list. All texts are printable.
struct ListedSubmission {
  std::string name;
  Fate fate = Fate::taken;
  std::string student;                  ///< whose it is, or of several whose it may be
  std::string why;                      ///< how the student was found, or why not
  std::string time, time_from;          ///< as in Submission
  std::vector<std::string> lines = {};  ///< a dry run's details: lab, file <- where it lies
};

/// What counts for a student in a lab.
struct TakenLab {
  Submission submission;  ///< without its files, which are in `files`
  LabFiles files;
  std::string handed_in_by;  ///< another student, of those who handed it in together
};

struct ClassIntake {
  std::string summary;  ///< "Read as Canvas: 34 files of 12 students"
  std::vector<std::string> remarks;
  std::map<std::string, Student> students;
  std::map<std::pair<std::string, std::string>, TakenLab> labs;        ///< by student and lab
  std::map<std::pair<std::string, std::string>, std::string> unclear;  ///< why there is no grade
  std::vector<ListedSubmission> list;
  /// How many submissions have no student.
  std::size_t without_student() const;
};

/// What an instructor says of a folder.
struct ClassSource {
  std::string folder;
  std::string layout;   ///< its name; empty: it is recognised
  bool one = false;     ///< the folder is one submission
  std::string student;  ///< whose, if `one`
};

/// Reads a class's folder. Throws InputError if it cannot be read or holds nothing.
ClassIntake take_class(const ClassSource& source, const std::vector<Student>& roster,
                       const IntakePlan& plan);

/// The list as CSV, and what a dry run prints.
std::string submissions_csv(const std::vector<ListedSubmission>& list);
std::string intake_text(const ClassIntake& intake);

}  // namespace kit::classroom
