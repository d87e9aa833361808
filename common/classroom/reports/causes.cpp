// What went wrong in a class, by how many it went wrong for: what the next lecture is about. An
// excerpt is one student's and names nobody.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "classroom/reports/checks.hpp"
#include "classroom/reports/reports.hpp"
#include "grader/pages/page.hpp"
#include "grader/pages/template.hpp"

namespace kit::classroom {
namespace {

constexpr Template kCauses(
#include "classroom/reports/causes.html.inc"
);

constexpr std::string_view kCausesSorting =
#include "classroom/reports/sort.js.inc"
    ;

struct Mistake {
  std::set<std::string> students;
  std::string excerpt;
};
using Mistakes = std::map<std::tuple<std::string, std::string, std::string>, Mistake>;

std::string with_blanks(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// The text without the student's names, shortened.
std::string anonymous(std::string text, const Student& student) {
  constexpr std::size_t kMaxLength = 300, kShortestName = 3;
  std::string small = lower(text);
  for (const std::string& name :
       {student.email, student.id, student.last_name, student.first_name}) {
    if (name.size() < kShortestName) continue;
    for (std::size_t at = small.find(lower(name)); at != std::string::npos;
         at = small.find(lower(name), at)) {
      text.replace(at, name.size(), "...");
      small = lower(text);
    }
  }
  if (text.size() > kMaxLength) text = text.substr(0, kMaxLength) + " ...";
  return text;
}

/// The compiler's first error, without its place.
std::string first_error(const Grade& grade) {
  const std::string log = build_log(grade, kLogBytes);
  const std::size_t at = log.find("error: ");
  return at == std::string::npos ? "" : log.substr(at, log.find('\n', at) - at);
}

/// What the report says of the first case of a stage that has this verdict.
std::string first_message(const grader::VerdictFile& detail, const grader::StageRecord& stage) {
  for (const grader::CaseRecord& one : detail.cases)
    if (one.stage == stage.config.id && one.verdict == stage.verdict && !one.message.empty())
      return one.message;
  return "";
}

void add_mistake(Mistakes& mistakes, const ScoredGrade& one, const std::string& stage,
                 const std::string& cause, const std::string& excerpt) {
  Mistake& mistake = mistakes[{one.grade.work.lab, stage, cause}];
  mistake.students.insert(one.student.id);
  if (mistake.excerpt.empty()) mistake.excerpt = anonymous(excerpt, one.student);
}

void add_mistakes(Mistakes& mistakes, const ScoredGrade& one) {
  using grader::Verdict;
  const Grade& grade = one.grade;
  if (!grade.graded || !grade.work.submitted) return;
  if (!grade.detail) return add_mistake(mistakes, one, "submission", grade.headline, "");
  for (const grader::StageRecord& stage : grade.detail->stages) {
    if (stage.verdict == Verdict::passed || stage.verdict == Verdict::not_done ||
        stage.verdict == Verdict::skipped)
      continue;
    const bool named = !stage.cause.empty() && stage.cause != "unknown";
    const std::string excerpt = stage.verdict == Verdict::build_failed
                                    ? first_error(grade)
                                    : first_message(*grade.detail, stage);
    add_mistake(mistakes, one, stage.config.file,
                display_name(stage.verdict) + (named ? ": " + with_blanks(stage.cause) : ""),
                excerpt);
  }
  for (const grader::EvidenceRecord& entry : grade.detail->evidence)
    if (entry.verdict == Verdict::wrong || entry.verdict == Verdict::cheated)
      add_mistake(mistakes, one, "evidence", entry.config.title, entry.message);
}

}  // namespace

std::string causes_html(const std::vector<ScoredGrade>& grades) {
  Mistakes mistakes;
  for (const ScoredGrade& one : student_view(grades)) add_mistakes(mistakes, one);
  std::vector<const Mistakes::value_type*> sorted;
  for (const auto& entry : mistakes) sorted.push_back(&entry);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
    return a->second.students.size() > b->second.students.size();
  });
  std::string rows;
  for (const auto* entry : sorted) {
    const auto& [lab, stage, cause] = entry->first;
    rows += kCauses.fill("row", {{"lab", lab},
                                 {"stage", stage},
                                 {"cause", cause},
                                 {"students", entry->second.students.size()},
                                 {"excerpt", entry->second.excerpt}});
  }
  const std::string table =
      rows.empty() ? kCauses.fill("none", {}) : kCauses.fill("table", {{"rows", rows}});
  return class_page("The most frequent mistakes", kCauses.fill("body", {{"table", table}}),
                    kCausesSorting);
}

}  // namespace kit::classroom
