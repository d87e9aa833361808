/// @file
/// The report, top down as a student reads it: what was graded, what is wrong stage by stage, what
/// the simulator saw, evidence, timing, and at the end, where the eye rests in a terminal, the sum
/// and the one thing to do next. Whatever came from the student's program is made printable first.
#include "grader/report/report.hpp"

#include <fmt/format.h>

#include <map>
#include <sstream>

#include "grader/report/advice.hpp"
#include "grader/report/case_report.hpp"
#include "grader/report/report_style.hpp"
#include "grader/support/text.hpp"

namespace kit::grader {
namespace {

constexpr std::size_t kMaxOutputLines = 20;
constexpr std::size_t kMaxLogLines = 40;
constexpr std::size_t kNameColumns = 28;  // of the table of times

/// A time in the table; "-" for what was not measured.
std::string time_text(double milliseconds) {
  return milliseconds > 0 ? number_text(milliseconds) : "-";
}

/// A line of the table of times: a name and five columns.
std::string table_line(const std::string& name, const std::string& student,
                       const std::string& one_thread, const std::string& all_cores,
                       const std::string& speedup, const std::string& share) {
  return "  " + pad(name, kNameColumns) + pad(student, 9, true) + pad(one_thread, 10, true) +
         pad(all_cores, 10, true) + pad(speedup, 9, true) + pad(share, 9, true);
}

class Reporter {
 public:
  Reporter(const VerdictFile& verdict, bool colour) : verdict_(verdict), text_(colour) {}

  void before_timing() {
    head();
    if (!verdict_.built) return build_log("The compiler says:");
    if (!verdict_.build_log.empty()) build_log("The compiler warns (warnings cost nothing):");
    unchecked();
    add_stages(text_, verdict_);
    add_findings(text_, verdict_.findings);
    evidence();
  }

  void from_timing(const std::string& page) {
    if (verdict_.built) timing();
    student_output();
    foot(page);
  }

  std::string text() const { return text_.text(); }

 private:
  void head() {
    const std::string lab = printable(verdict_.lab);
    text_.line(
        text_.paint(fmt::format("Lab {}: {}", lab, printable(verdict_.title)), Style::strong));
    std::string where = on_the_cpu() ? "on the CPU" : "backend " + to_string(verdict_.backend);
    if (verdict_.device) where += fmt::format(" ({})", printable(verdict_.device->name));
    // Files from elsewhere are named: a student with two copies sees which one was graded.
    if (verdict_.replay)
      where += fmt::format(", files from {}/{}", printable(verdict_.replay->source), lab);
    text_.wrap(where, 0, Style::dim);
    text_.line();
  }

  /// Whether the lab is plain C++, for which a backend means nothing.
  bool on_the_cpu() const {
    for (const StageRecord& stage : verdict_.stages)
      if (stage.config.file.ends_with(".cu")) return false;
    return true;
  }

  void build_log(const char* title) {
    text_.line(title);
    const std::string log = printable(verdict_.build_log);
    std::istringstream lines(verdict_.built ? log : errors_only(log));
    std::string line;
    // As the compiler wrote it: a message is copied into an editor or a search.
    for (std::size_t i = 0; i < kMaxLogLines && std::getline(lines, line); ++i)
      text_.line("  " + line);
    if (std::getline(lines, line)) text_.line("  [more in build.log]");
    text_.line();
  }

  /// Of code that nobody looked at for nvcc's rules, or for races, a pass says less than it seems
  /// to.
  void unchecked() {
    if (verdict_.rules.starts_with("not checked"))
      warn("What nvcc would refuse of the kernels was " + printable(verdict_.rules));
    if (verdict_.races.starts_with("not looked for"))
      warn("Races between threads were " + printable(verdict_.races));
  }
  void warn(const std::string& text) {
    text_.wrap(text, 0, Style::warn);
    text_.line();
  }

  void evidence() {
    if (verdict_.evidence.empty()) return;
    text_.line(text_.paint("Evidence", Style::strong));
    struct NotJudged {
      int entries = 0;
      double points = 0;
    };
    std::map<std::string, NotJudged> not_judged;  // by the reason
    for (const EvidenceRecord& entry : verdict_.evidence) {
      const bool for_bonus = entry.config.points == 0;
      // Nobody has to do a challenge: evidence that was not judged says nothing of it.
      if (for_bonus && entry.verdict == Verdict::skipped) continue;
      if (entry.verdict == Verdict::skipped) {
        NotJudged& group = not_judged[printable(entry.message)];
        ++group.entries;
        group.points += entry.config.points;
        continue;
      }
      const std::string points =
          for_bonus ? "for the bonus" : points_text(entry.points, entry.config.points);
      add_marked(text_, entry.verdict, printable(entry.config.title),
                 pad(points, 2 * kNumberColumns, true));
      text_.wrap(printable(entry.message), 8,
                 entry.verdict == Verdict::wrong ? Style::warn : Style::dim);
    }
    for (const auto& [reason, group] : not_judged)
      text_.wrap(fmt::format("{} of {:g} points: {}", count_of(group.entries, "check"),
                             group.points, reason),
                 2, Style::dim);
    text_.line();
  }

  void timing() {
    const std::string note = printable(verdict_.timing_note);
    if (verdict_.timing.empty()) {
      if (!note.empty()) text_.line(fmt::format("speedup: {}\n", note));
      return;
    }
    text_.line(text_.paint("Timing", Style::strong) +
               " (median ms; never costs points; CPU: the kit's own code)");
    text_.line(text_.paint(table_line("", "yours", "CPU, 1", "CPU, all", "speedup", "of copy"),
                           Style::dim));
    for (const TimingRecord& row : verdict_.timing) show_timing(row);
    text_.line();
  }

  void show_timing(const TimingRecord& row) {
    std::string name = printable(row.name);
    // A long name has a line of its own above its numbers.
    if (name.size() > kNameColumns) {
      text_.wrap(name, 2);
      name.clear();
    }
    const bool copied = row.copy_gb_per_s > 0 && row.counts;
    const std::string share = copied ? fmt::format("{:.0f} %", row.percent_of_copy()) : "-";
    const std::string speedup = row.counts ? speedup_text(row.speedup()) + "x" : "-";
    text_.line(table_line(name, time_text(row.student_ms), time_text(row.cpu_one_thread_ms),
                          time_text(row.cpu_all_cores_ms), speedup, share));
    explain_timing(row);
  }

  /// What qualifies a row's times, and its speedup in words.
  void explain_timing(const TimingRecord& row) {
    constexpr std::size_t kIndent = 6;
    std::string remark = printable(row.note);
    if (row.student_ms > 0 && !row.conclusive) remark = "inconclusive: " + remark;
    if (!remark.empty()) text_.wrap(remark, kIndent, Style::warn);
    if (!row.counts) return;
    text_.wrap(fmt::format("{}{}{}", speedup_words(row.speedup(), "one CPU thread, "),
                           speedup_words(row.speedup_all_cores(), "on all "), row.cpu_threads),
               kIndent, Style::dim);
  }

  void student_output() {
    std::istringstream lines(printable(verdict_.student_output));
    std::string output;
    // What the simulator prints about mistakes is among the findings.
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with("simulator: ")) output += line + "\n";
    if (output.empty()) return;
    text_.line("Your code printed:");
    if (text_.quote(output, kMaxOutputLines))
      text_.line(fmt::format("  [more in {}]", verdict_path(verdict_)));
    text_.line();
  }

  void foot(const std::string& page) {
    const Points& points = verdict_.points;
    const std::string bonus =
        points.bonus_max > 0 ? ", bonus " + points_text(points.bonus, points.bonus_max) : "";
    const std::string verdict = display_name(verdict_.verdict);
    text_.line(fmt::format("{}, {} points{}", text_.paint(verdict, style_of(verdict_.verdict)),
                           points_text(points.earned, points.max), bonus));
    const std::string headline = printable(verdict_.headline);
    // Often headline and verdict are one text.
    if (headline != verdict) text_.wrap(headline, 2);
    if (!verdict_.cases.empty() && verdict_.replay) replay();
    if (!page.empty()) text_.line("as a page: " + page);
    text_.wrap("next: " + printable(verdict_.next), 0, Style::strong);
  }

  void replay() {
    const std::string seed = fmt::format("seed {}; the same again:", verdict_.replay->seed);
    const std::string command = printable(verdict_.replay->command);
    // The command stays on one line, so that it can be copied.
    const bool fits = seed.size() + 1 + command.size() <= kColumns;
    text_.line(seed + (fits ? " " : "\n  ") + command);
  }

  const VerdictFile& verdict_;
  TextReport text_;
};

}  // namespace

std::string report_before_timing(const VerdictFile& verdict, bool colour) {
  Reporter reporter(verdict, colour);
  reporter.before_timing();
  return reporter.text();
}

std::string report_from_timing(const VerdictFile& verdict, bool colour, const std::string& page) {
  Reporter reporter(verdict, colour);
  reporter.from_timing(page);
  return reporter.text();
}

std::string report(const VerdictFile& verdict, bool colour, const std::string& page) {
  return report_before_timing(verdict, colour) + report_from_timing(verdict, colour, page);
}

}  // namespace kit::grader
