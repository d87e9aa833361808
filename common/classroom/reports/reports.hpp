/// @file
/// Everything that is written for people and course systems after a class run. All of it comes from
/// the gradebook, so it can be written again at any time.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "classroom/gradebook/gradebook.hpp"
#include "classroom/intake/roster.hpp"

namespace kit::classroom {

struct ReportPlan {
  std::string out, root;
  std::vector<std::string> labs;
  std::map<std::string, Student> students;
  Penalties penalties;
  std::set<std::string> formats;
  bool one = false;
  double similarity = 0.6;
  std::vector<Work> works;  ///< for the comparison of submissions
};

/// A grade with what the instructor's tables add.
struct ScoredGrade {
  Grade grade;
  Student student;
  Penalty late;
  double raw = 0, penalty = 0, score = 0;
};

std::vector<ScoredGrade> score(const ReportPlan& plan, const std::vector<Grade>& grades);

/// Writes grades.csv, index.html, junit.xml, similar.md and students/NAME/*. Throws InputError.
void write_reports(const ReportPlan& plan, const std::vector<Grade>& grades);

/// The separate formats; each returns the file's content.
std::string grades_csv(const std::vector<ScoredGrade>& grades);
std::string junit_xml(const std::vector<ScoredGrade>& grades);
std::string overview_html(const std::vector<ScoredGrade>& grades, const std::string& similar);
std::string student_markdown(const std::vector<ScoredGrade>& grades);
std::string student_html(const std::vector<ScoredGrade>& grades);
std::string gradescope_json(const std::vector<ScoredGrade>& grades);
std::string prairielearn_json(const std::vector<ScoredGrade>& grades);
std::string classroom50_json(const std::vector<ScoredGrade>& grades);

}  // namespace kit::classroom
