/// @file
/// The instructor's tables: who is in the class, and what lateness costs.
#pragma once

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
};

/// Reads a table with a head line; columns student_id (or id), last_name, first_name, email,
/// submission, group and days in any order, all but the first optional. A gradebook of Canvas,
/// Moodle or Blackboard is one too (course_table.hpp). Throws InputError.
std::vector<Student> read_roster(const std::string& path);

/// The student that a submission's name means: by the table's column, the id, an id within the name
/// ("doe_jane_1234_lab02"), or the local part of the e-mail address. Not on the roster otherwise.
Student student_of(const std::string& submission, const std::vector<Student>& roster);

/// A penalty in points or in percent of the raw score.
struct Penalty {
  double value = 0;
  bool percent = false;
  std::string due;
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
