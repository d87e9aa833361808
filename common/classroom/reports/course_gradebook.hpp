/// @file
/// Points into the gradebooks that course systems export, to be imported there again.
#pragma once

#include <string>
#include <vector>

#include "classroom/intake/course_table.hpp"
#include "classroom/reports/reports.hpp"

namespace kit::classroom {

/// "canvas", "moodle" or "blackboard"; throws InputError for anything else.
CourseSystem course_system_from(const std::string& name);

struct CourseExport {
  std::string bytes;               ///< of the file
  std::vector<std::string> notes;  ///< who was not found, and what else a person should know
  int filled = 0;                  ///< cells
};

/// The template with the points of these grades, and nothing else changed. A lab's column is the
/// one whose name has the lab's number ("Lab 2 (1234)") or folder; of one lab alone `column` names
/// it, and Moodle's "Grade" is it. Students are found by id or e-mail address. Throws InputError.
CourseExport fill_gradebook(CourseSystem system, const std::string& template_path,
                            const std::vector<ScoredGrade>& grades, const std::string& column);

}  // namespace kit::classroom
