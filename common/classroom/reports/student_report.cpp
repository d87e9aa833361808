// A student's report, as Markdown and as one page of HTML that needs no other file: pictures are in
// the page. Whatever a submission may have printed or named is text here, and never markup.
#include <fmt/format.h>

#include "classroom/reports/checks.hpp"
#include "classroom/reports/reports.hpp"
#include "grader/pages/page.hpp"
#include "grader/pages/template.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

constexpr Template kReport(
#include "classroom/reports/student_report.html.inc"
);

std::string points_of(const ScoredGrade& one) {
  if (!one.grade.graded) return "not scored";
  std::string text =
      fmt::format("{} of {}", short_number(one.score), short_number(one.grade.max_points));
  if (one.grade.bonus > 0)
    text += fmt::format(" (with a bonus of {})", short_number(one.grade.bonus));
  if (one.penalty > 0) text += fmt::format(" ({} less for lateness)", short_number(one.penalty));
  return text;
}

std::string printed_by(const Grade& grade) {
  return grade.detail ? grade.detail->student_output : "";
}

std::string name_of(const Student& student) {
  const std::string name = student.first_name + " " + student.last_name;
  return name == " " ? student.id : name + " (" + student.id + ")";
}

std::string points_cell(const Check& check) {
  return fmt::format("{}{} of {}", check.bonus ? "+" : "", short_number(check.points),
                     short_number(check.max_points));
}

std::string sandbox_line(const ScoredGrade& one) {
  return fmt::format("Graded {}, backend {}, sandbox tier {}, submitted {}", one.grade.graded_at,
                     one.grade.backend, one.grade.tier, one.grade.work.time);
}

/// Rows of the timing table: name, time, speedup, remark.
std::vector<std::vector<std::string>> timing_rows(const Grade& grade) {
  std::vector<std::vector<std::string>> rows;
  if (!grade.detail) return rows;
  for (const grader::TimingRecord& row : grade.detail->timing)
    rows.push_back({row.name, (row.student_ms > 0 ? shown(row.student_ms) : "-") + " ms",
                    (row.counts ? shown(row.speedup()) : "-") + " x", row.note});
  return rows;
}

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
                                            {"words", display_name(grade.verdict)},
                                            {"points", points_of(one)},
                                            {"headline", grade.headline}});
  if (!grade.work.note.empty()) text += kReport.fill("note", {{"note", grade.work.note}});
  return text + checks_html(grade) + pictures_html(grade) + timing_html(grade) +
         log_html("The compiler says", build_log(grade, kLogBytes)) +
         log_html("Your code printed", printed_by(grade)) +
         kReport.fill("sandbox", {{"text", sandbox_line(one)}});
}

}  // namespace

std::string student_markdown(const std::vector<ScoredGrade>& grades) {
  std::string text = "# " + markdown(name_of(grades.at(0).student)) + "\n";
  for (const ScoredGrade& one : grades) {
    text +=
        fmt::format("\n## {}: {}, {}\n\n{}\n\n", markdown(one.grade.work.lab),
                    display_name(one.grade.verdict), points_of(one), markdown(one.grade.headline));
    if (!one.grade.work.note.empty()) text += markdown(one.grade.work.note) + "\n\n";
    text += "| | points | |\n| --- | --- | --- |\n";
    for (const Check& check : checks_of(one.grade))
      text += fmt::format("| {} | {} | {} |\n", markdown(check.name), points_cell(check),
                          display_name(check.verdict));
    text += "\n";
    for (const Check& check : checks_of(one.grade))
      if (!check.passed() && check.verdict != grader::Verdict::not_done)
        text += fmt::format("**{}**\n\n{}\n", markdown(check.name), markdown_block(check.message));
    for (const auto& row : timing_rows(one.grade))
      text += fmt::format("- {}: {}, {} {}\n", markdown(row[0]), row[1], row[2], markdown(row[3]));
    const std::string log = build_log(one.grade, kLogBytes), printed = printed_by(one.grade);
    if (!log.empty()) text += "The compiler says:\n\n" + markdown_block(log) + "\n";
    if (!printed.empty()) text += "Your code printed:\n\n" + markdown_block(printed) + "\n";
    if (!one.grade.pictures.empty()) text += "Pictures of the errors are in report.html.\n\n";
    text += sandbox_line(one) + ".\n";
  }
  return text;
}

std::string student_html(const std::vector<ScoredGrade>& grades) {
  const std::string name = name_of(grades.at(0).student);
  std::string body = kReport.fill("student", {{"name", name}});
  for (const ScoredGrade& one : grades) body += grade_html(one);
  return class_page("Report for " + name, body);
}

}  // namespace kit::classroom
