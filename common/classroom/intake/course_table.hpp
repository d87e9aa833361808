/// @file
/// The gradebooks of course systems as CSV files: who a row is about.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "classroom/intake/roster.hpp"
#include "classroom/intake/table.hpp"

namespace kit::classroom {

enum class CourseSystem { canvas, moodle, blackboard };

/// "canvas", "moodle", "blackboard".
std::string to_string(CourseSystem system);

/// The system whose export this is, by its columns; none if it is a table of the kit's own kind.
std::optional<CourseSystem> course_system_of(const Table& table);

/// One row of an export.
struct CourseRow {
  bool is_student = false;       ///< not "Points Possible", and not the test student
  std::vector<std::string> ids;  ///< the surest first, none empty
  std::string email, last_name, first_name;
  std::map<std::string, std::string> named_ids = {};  ///< as Student::ids
};
CourseRow course_row(const Table& table, CourseSystem system, std::size_t row);

/// A row as a student of the roster; without an id if it is none.
Student student_from(const CourseRow& row);

/// Whether the row is about this student: an id or the e-mail address is the same but for capitals.
bool is_about(const CourseRow& row, const Student& student);

}  // namespace kit::classroom
