// What students see of hidden cases: that there is one, how it ended and the kind of mistake.
// Nobody is to learn its size or its values from a name, a message, a picture, or what the code
// that ran in it printed; nor from a message about an open case that a hidden one gave.
#include <algorithm>
#include <set>

#include "classroom/reports/reports.hpp"
#include "grader/judge/judge.hpp"

namespace kit::classroom {
namespace {

constexpr const char* kHiddenName = "a hidden case";

std::set<std::string> hidden_names(const Grade& grade) {
  std::set<std::string> names;
  if (!grade.detail) return names;
  for (const grader::CaseRecord& one : grade.detail->cases)
    if (grader::is_hidden_case(one.name)) names.insert(one.name);
  return names;
}

/// Leaves out the sentence that names a hidden case, and what follows: that is about it.
void cut_names(std::string& text, const std::set<std::string>& names) {
  for (const std::string& name : names) {
    const std::size_t at = text.find(name);
    if (at == std::string::npos) continue;
    const std::size_t sentence = text.rfind(". ", at);
    text = sentence == std::string::npos ? "A hidden case shows the mistake."
                                         : text.substr(0, sentence + 1);
  }
}

/// What is left of a hidden case.
grader::CaseRecord without_content(const grader::CaseRecord& full) {
  grader::CaseRecord left;
  left.name = kHiddenName;
  left.stage = full.stage;
  left.verdict = full.verdict;
  left.cause = full.cause;
  left.scored = full.scored;
  if (!full.cause.empty() && full.cause != "unknown") {
    left.message = "The kind of mistake: " + full.cause;
    std::replace(left.message.begin(), left.message.end(), '_', ' ');
  }
  return left;
}

/// What is left of a piece of evidence: a line or a number of it may be a hidden case's. What was
/// not judged says nothing of any case; earlier kits kept no message of the open cases.
void show_open_alone(grader::EvidenceRecord& one) {
  one.measured.clear();
  if (one.verdict == grader::Verdict::skipped) return;
  one.message =
      one.open_message.empty() ? "not shown: it may be of hidden cases" : one.open_message;
}

Grade for_student(Grade grade) {
  const std::set<std::string> names = hidden_names(grade);
  if (names.empty()) return grade;
  cut_names(grade.headline, names);
  for (grader::CaseRecord& one : grade.detail->cases) {
    if (names.count(one.name) == 0) {
      cut_names(one.message, names);
      continue;
    }
    grade.pictures.erase(one.heat_map);
    one = without_content(one);
  }
  for (grader::EvidenceRecord& one : grade.detail->evidence) show_open_alone(one);
  std::erase_if(grade.detail->findings,
                [&](const grader::CommonFinding& one) { return names.count(one.first_case) > 0; });
  for (grader::StageRecord& stage : grade.detail->stages) stage.faults.clear();
  grade.detail->next.clear();
  if (!grade.detail->student_output.empty())
    grade.detail->student_output = "(not shown: it may be of hidden cases)";
  return grade;
}

}  // namespace

bool has_hidden_cases(const Grade& grade) {
  return !hidden_names(grade).empty();
}

std::vector<ScoredGrade> student_view(std::vector<ScoredGrade> grades) {
  for (ScoredGrade& one : grades) one.grade = for_student(std::move(one.grade));
  return grades;
}

}  // namespace kit::classroom
