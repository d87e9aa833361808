// A student's report as one page of HTML that needs no other file: pictures are in the page.
// Whatever a submission may have printed or named is text here, and never markup.
#include <fmt/format.h>

#include "classroom/reports/checks.hpp"
#include "classroom/reports/reports.hpp"
#include "classroom/reports/source_listing.hpp"
#include "classroom/reports/student_report.hpp"
#include "grader/pages/page.hpp"
#include "grader/pages/template.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

constexpr Template kReport(
#include "classroom/reports/student_report.html.inc"
);

std::string pictures_html(const Grade& grade) {
  std::string text;
  if (!grade.detail) return text;
  for (const grader::CaseRecord& one : grade.detail->cases) {
    const auto picture = grade.pictures.find(one.heat_map);
    if (picture == grade.pictures.end()) continue;
    text += kReport.fill("picture", {{"png", picture->second}, {"name", one.name}});
  }
  return text;
}

std::string checks_html(const Grade& grade) {
  std::string rows;
  for (const Check& check : checks_of(grade))
    rows += kReport.fill("check", {{"name", check.name},
                                   {"points", points_cell(check)},
                                   {"verdict", to_string(check.verdict)},
                                   {"words", display_name(check.verdict)},
                                   {"message", check.message}});
  return kReport.fill("checks", {{"rows", rows}});
}

std::string timing_html(const Grade& grade) {
  std::string rows;
  for (const auto& row : timing_rows(grade))
    rows += kReport.fill(
        "time", {{"name", row[0]}, {"time", row[1]}, {"speedup", row[2]}, {"note", row[3]}});
  return rows.empty() ? "" : kReport.fill("timing", {{"rows", rows}});
}

std::string log_html(const std::string& heading, const std::string& log) {
  return log.empty() ? "" : kReport.fill("log", {{"heading", heading}, {"text", log}});
}

std::string grade_html(const ScoredGrade& one) {
  const Grade& grade = one.grade;
  std::string text = kReport.fill("grade", {{"lab", grade.work.lab},
                                            {"verdict", to_string(grade.verdict)},
                                            {"words", verdict_words(grade)},
                                            {"points", points_of(one)},
                                            {"headline", grade.headline}});
  for (const auto& [heading, remark] : remarks_of(one))
    text += kReport.fill("note", {{"heading", heading}, {"note", remark}});
  return text + checks_html(grade) + pictures_html(grade) + timing_html(grade) +
         log_html("The compiler says", build_log(grade, kLogBytes)) +
         log_html("Your code printed", printed_by(grade)) + sources_html(grade) +
         kReport.fill("sandbox", {{"text", sandbox_line(one)}});
}

}  // namespace

std::string student_html(const std::vector<ScoredGrade>& grades) {
  const std::string name = name_of(grades.at(0).student);
  std::string body = kReport.fill("student", {{"name", name}});
  for (const ScoredGrade& one : grades) body += grade_html(one);
  return class_page("Report for " + name, body);
}

}  // namespace kit::classroom
