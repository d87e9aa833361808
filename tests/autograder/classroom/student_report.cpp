/// @file
/// A student's report, as Markdown and as one page of HTML that needs no other file.
#include "checks.hpp"
#include "page.hpp"
#include "reports.hpp"
#include "text.hpp"

namespace kit::classroom {
namespace {

constexpr std::size_t kLogBytes = 8 * 1024;

std::string points_of(const ScoredGrade& one) {
  if (!one.grade.graded) return "not scored";
  std::string text = short_number(one.score) + " of " + short_number(one.grade.max_points);
  if (one.grade.bonus > 0) text += " (with a bonus of " + short_number(one.grade.bonus) + ")";
  if (one.penalty > 0) text += " (" + short_number(one.penalty) + " less for lateness)";
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
  return (check.bonus ? "+" : "") + short_number(check.points) + " of " +
         short_number(check.max_points);
}

std::string sandbox_line(const ScoredGrade& one) {
  return "Graded " + one.grade.graded_at + ", backend " + one.grade.backend + ", sandbox tier " +
         one.grade.tier + ", submitted " + one.grade.work.time;
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
    text += "<figure><img alt=\"where the output is wrong\" src=\"data:image/png;base64," +
            picture->second + "\"><figcaption>" + html(one.name) +
            ": black is right; red, yellow and white are ever larger errors; magenta is not "
            "finite, blue was not written</figcaption></figure>\n";
  }
  return text;
}

}  // namespace

std::string student_markdown(const std::vector<ScoredGrade>& grades) {
  std::string text = "# " + markdown(name_of(grades.at(0).student)) + "\n";
  for (const ScoredGrade& one : grades) {
    text += "\n## " + markdown(one.grade.work.lab) + ": " + display_name(one.grade.verdict) + ", " +
            points_of(one) + "\n\n" + markdown(one.grade.headline) + "\n\n";
    if (!one.grade.work.note.empty()) text += markdown(one.grade.work.note) + "\n\n";
    text += "| | points | |\n| --- | --- | --- |\n";
    for (const Check& check : checks_of(one.grade))
      text += "| " + markdown(check.name) + " | " + points_cell(check) + " | " +
              display_name(check.verdict) + " |\n";
    text += "\n";
    for (const Check& check : checks_of(one.grade))
      if (!check.passed() && check.verdict != grader::Verdict::not_done)
        text += "**" + markdown(check.name) + "**\n\n" + markdown_block(check.message) + "\n";
    for (const auto& row : timing_rows(one.grade))
      text +=
          "- " + markdown(row[0]) + ": " + row[1] + ", " + row[2] + " " + markdown(row[3]) + "\n";
    const std::string log = build_log(one.grade, kLogBytes), printed = printed_by(one.grade);
    if (!log.empty()) text += "The compiler says:\n\n" + markdown_block(log) + "\n";
    if (!printed.empty()) text += "Your code printed:\n\n" + markdown_block(printed) + "\n";
    if (!one.grade.pictures.empty()) text += "Pictures of the errors are in report.html.\n\n";
    text += sandbox_line(one) + ".\n";
  }
  return text;
}

std::string student_html(const std::vector<ScoredGrade>& grades) {
  std::string body = "<h1>" + html(name_of(grades.at(0).student)) + "</h1>\n";
  for (const ScoredGrade& one : grades) {
    body += "<h2>" + html(one.grade.work.lab) + ": <span class=\"" + to_string(one.grade.verdict) +
            "\">" + display_name(one.grade.verdict) + "</span>, " + points_of(one) + "</h2>\n<p>" +
            html(one.grade.headline) + "</p>\n";
    if (!one.grade.work.note.empty()) body += "<p>" + html(one.grade.work.note) + "</p>\n";
    body += "<table><tr><th>check</th><th>points</th><th>verdict</th><th></th></tr>\n";
    for (const Check& check : checks_of(one.grade))
      body += "<tr><td>" + html(check.name) + "</td><td>" + points_cell(check) +
              "</td><td class=\"" + to_string(check.verdict) + "\">" + display_name(check.verdict) +
              "</td><td><pre>" + html(check.message) + "</pre></td></tr>\n";
    body += "</table>\n" + pictures_html(one.grade);
    const auto timing = timing_rows(one.grade);
    if (!timing.empty()) {
      body +=
          "<table><tr><th>timing</th><th>time</th><th>speedup over one core</th><th></th></tr>\n";
      for (const auto& row : timing) {
        body += "<tr>";
        for (const std::string& cell : row) body += "<td>" + html(cell) + "</td>";
        body += "</tr>\n";
      }
      body += "</table>\n";
    }
    const std::string log = build_log(one.grade, kLogBytes), printed = printed_by(one.grade);
    if (!log.empty()) body += "<h3>The compiler says</h3><pre>" + html(log) + "</pre>\n";
    if (!printed.empty()) body += "<h3>Your code printed</h3><pre>" + html(printed) + "</pre>\n";
    body += "<p class=\"small\">" + html(sandbox_line(one)) + "</p>\n";
  }
  return html_page("Report for " + name_of(grades.at(0).student), body);
}

}  // namespace kit::classroom
