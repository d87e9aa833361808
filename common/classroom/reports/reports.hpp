/// @file
/// Everything that is written for people and course systems after a class run. All of it comes from
/// the gradebook, so it can be written again at any time.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "classroom/gradebook/gradebook.hpp"
#include "classroom/intake/class_intake.hpp"
#include "classroom/intake/roster.hpp"
#include "classroom/intake/table.hpp"

namespace kit::classroom {

struct ReportPlan {
  std::string out, root;
  std::map<std::string, Student> students;
  Penalties penalties;
  std::vector<Decision> decisions;            ///< those in force
  std::vector<ListedSubmission> submissions;  ///< of the last run that took some in
  std::set<std::string> formats;
  double similarity = 0.6;
};

/// A grade with what the instructor's tables add.
struct ScoredGrade {
  Grade grade;
  Student student;
  Penalty late;
  double raw = 0, penalty = 0, score = 0;
  std::optional<Decision> override, comment;
  /// Whether there is a score: a fault of the grader is none, unless a person gave points.
  bool scored() const { return grade.graded || override; }
};

std::vector<ScoredGrade> score(const ReportPlan& plan, const std::vector<Grade>& grades);

/// The verdict in words: "not done", "unclear".
std::string verdict_words(const Grade& grade);
/// Why a grade has no points, or is none; else what is to be said of how it was read.
std::string reason_of(const ScoredGrade& one);
/// Who gave which points by hand, when and why; empty if nobody did.
std::string override_text(const ScoredGrade& one);
/// The comment and who wrote it; empty without one.
std::string comment_text(const ScoredGrade& one);
/// What is to be said of a grade beside its checks, with a heading each.
std::vector<std::pair<std::string, std::string>> remarks_of(const ScoredGrade& one);

/// The same as the student may see it: of hidden cases no more than that there are such.
std::vector<ScoredGrade> student_view(std::vector<ScoredGrade> grades);
/// Whether a grade has cases that students do not have.
bool has_hidden_cases(const Grade& grade);

/// Writes grades.csv, submissions.csv, index.html, causes.html, junit.xml, similar.md,
/// students/NAME/* and, if there are hidden cases, instructor/NAME.html. Throws InputError.
void write_reports(const ReportPlan& plan, const std::vector<Grade>& grades);

/// The separate formats; each returns the file's content.
std::string grades_csv(const std::vector<ScoredGrade>& grades);
std::string junit_xml(const std::vector<ScoredGrade>& grades);
std::string overview_html(const std::vector<ScoredGrade>& grades, const std::string& similar,
                          const std::vector<ListedSubmission>& submissions = {});
std::string causes_html(const std::vector<ScoredGrade>& grades);
std::string student_markdown(const std::vector<ScoredGrade>& grades);
std::string student_terminal(const std::vector<ScoredGrade>& grades);
std::string student_html(const std::vector<ScoredGrade>& grades);
std::string gradescope_json(const std::vector<ScoredGrade>& grades);
std::string prairielearn_json(const std::vector<ScoredGrade>& grades);
std::string classroom50_json(const std::vector<ScoredGrade>& grades);

}  // namespace kit::classroom
