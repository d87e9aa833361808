// A student's report as text: Markdown, and plain for a terminal. Both say the same in the same
// order, and differ in how a heading, a piece of text and a block look.
#include <fmt/format.h>

#include "classroom/reports/student_report.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

/// How a kind of text is written.
struct TextStyle {
  std::string (*piece)(const std::string& text);  ///< within a line
  std::string (*block)(const std::string& text);  ///< several lines, as they are
  const char *title, *heading, *bold, *table, *row;
};

std::string plain_piece(const std::string& text) {
  return grader::printable(text);
}

std::string plain_block(const std::string& text) {
  std::string block;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    block += "    " + grader::printable(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return block;
}

constexpr TextStyle kMarkdown = {markdown,
                                 markdown_block,
                                 "# {}\n",
                                 "\n## {}: {}, {}\n\n",
                                 "**{}**\n\n",
                                 "| | points | |\n| --- | --- | --- |\n",
                                 "| {} | {} | {} |\n"};
constexpr TextStyle kTerminal = {
    plain_piece, plain_block, "{}\n", "\n{}: {}, {}\n\n", "{}\n", "", "  {:<60} {:>14}  {}\n"};

std::string grade_text(const ScoredGrade& one, const TextStyle& style) {
  const auto line = [](const char* format, const auto&... parts) {
    return fmt::format(fmt::runtime(format), parts...);
  };
  const std::vector<Check> checks = checks_of(one.grade);
  std::string text = line(style.heading, style.piece(one.grade.work.lab), verdict_words(one.grade),
                          points_of(one));
  text += style.piece(one.grade.headline) + "\n\n";
  for (const auto& [heading, remark] : remarks_of(one))
    text += heading + ": " + style.piece(remark) + "\n\n";
  text += style.table;
  for (const Check& check : checks)
    text +=
        line(style.row, style.piece(check.name), points_cell(check), display_name(check.verdict));
  text += "\n";
  for (const Check& check : checks)
    if (!check.passed() && check.verdict != grader::Verdict::not_done)
      text += line(style.bold, style.piece(check.name)) + style.block(check.message) + "\n";
  for (const auto& row : timing_rows(one.grade))
    text +=
        fmt::format("- {}: {}, {} {}\n", style.piece(row[0]), row[1], row[2], style.piece(row[3]));
  const std::string log = build_log(one.grade, kLogBytes), printed = printed_by(one.grade);
  if (!log.empty()) text += "The compiler says:\n\n" + style.block(log) + "\n";
  if (!printed.empty()) text += "Your code printed:\n\n" + style.block(printed) + "\n";
  if (!one.grade.pictures.empty()) text += "Pictures of the errors are in report.html.\n\n";
  return text + sandbox_line(one) + ".\n";
}

std::string report_text(const std::vector<ScoredGrade>& grades, const TextStyle& style) {
  std::string text =
      fmt::format(fmt::runtime(style.title), style.piece(name_of(grades.at(0).student)));
  for (const ScoredGrade& one : grades) text += grade_text(one, style);
  return text;
}

}  // namespace

std::string points_of(const ScoredGrade& one) {
  if (!one.scored()) return "not scored";
  std::string text =
      fmt::format("{} of {}", short_number(one.score), short_number(one.grade.max_points));
  if (one.override) return text + " (given by hand)";
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
  const Work& work = one.grade.work;
  if (!one.grade.graded) return "Not graded";
  const std::string time = work.time.empty() ? "at an unknown time" : work.time;
  return fmt::format("Graded {}, backend {}, sandbox tier {}, submitted {}", one.grade.graded_at,
                     one.grade.backend, one.grade.tier, time);
}

std::vector<std::vector<std::string>> timing_rows(const Grade& grade) {
  std::vector<std::vector<std::string>> rows;
  if (!grade.detail) return rows;
  for (const grader::TimingRecord& row : grade.detail->timing)
    rows.push_back({row.name, (row.student_ms > 0 ? shown(row.student_ms) : "-") + " ms",
                    (row.counts ? shown(row.speedup()) : "-") + " x", row.note});
  return rows;
}

std::string student_markdown(const std::vector<ScoredGrade>& grades) {
  return report_text(grades, kMarkdown);
}

std::string student_terminal(const std::vector<ScoredGrade>& grades) {
  return report_text(grades, kTerminal);
}

}  // namespace kit::classroom
