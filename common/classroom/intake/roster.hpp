/// @file
/// The instructor's tables: who is in the class, and what lateness costs.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

namespace kit::classroom {

struct Student {
  std::string id, last_name, first_name, email;
  std::string submission;  ///< name of the folder or archive, if the table says it
  bool on_roster = true;
  std::string group = {};  ///< of students who hand in together; empty: alone
  std::string days = {};   ///< free late days of this student's own; empty: as all
  /// What course systems call this student: "canvas_id", "moodle_id", "brightspace_id", "github",
  /// "login" and other columns of kIdColumns.
  std::map<std::string, std::string> ids = {};
};

/// The roster's columns beside student_id and email by which a student may be known.
inline constexpr std::array kIdColumns = {"canvas_id", "moodle_id", "brightspace_id", "github",
                                          "login",     "username",  "sis_id"};

/// Reads a table with a head line; columns student_id (or id), last_name, first_name, email,
/// submission, group, days and those of kIdColumns in any order, all but the first optional. A
/// gradebook of Canvas, Moodle or Blackboard is one too (course_table.hpp). Throws InputError.
std::vector<Student> read_roster(const std::string& path);

/// A penalty in points or in percent of the raw score.
struct Penalty {
  double value = 0;
  bool percent = false;
  std::string due = {};
  std::string how = {};  ///< where it comes from, in words
  double of(double raw_score) const;
};

/// Columns student_id, penalty ("10" points or "20%"), and optionally lab and duedate; keys are
/// (student, lab), lab empty for all labs. Throws InputError.
using Penalties = std::map<std::pair<std::string, std::string>, Penalty>;
Penalties read_penalties(const std::string& path, const std::string& labs_folder);

/// The penalty of a student in a lab, or none.
Penalty penalty_of(const Penalties& table, const std::string& student, const std::string& lab);

}  // namespace kit::classroom
