/// @file
/// The class at a glance: a table that can be sorted, the distribution of scores, the fastest.
#include <algorithm>
#include <array>

#include "checks.hpp"
#include "file_name.hpp"
#include "page.hpp"
#include "reports.hpp"
#include "text.hpp"

namespace kit::classroom {
namespace {

constexpr const char* kStyle = R"(
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #bbb; padding: .25em .6em; text-align: left; vertical-align: top; }
th { background: #eee; } th.sort { cursor: pointer; }
pre { margin: 0; white-space: pre-wrap; font-size: 13px; }
img { image-rendering: pixelated; max-width: 24em; width: 100%; border: 1px solid #888; }
figure { margin: 1em 0; } figcaption, .small { color: #555; font-size: 13px; }
.passed { color: #060; } .not_done, .skipped { color: #750; }
.wrong, .crashed, .timed_out, .out_of_memory, .build_failed { color: #a00; }
.forbidden, .cheated, .grader_fault { color: #fff; background: #a00; }
svg text { font-size: 11px; }
)";

constexpr const char* kSorting = R"(<script>
for (const head of document.querySelectorAll("th.sort")) head.onclick = () => {
  const column = head.cellIndex, body = head.closest("table").tBodies[0];
  const rows = [...body.rows].filter(row => row.cells[0].tagName == "TD");
  const value = row => row.cells[column].dataset.value ?? row.cells[column].textContent;
  const up = head.dataset.up = head.dataset.up == "1" ? "0" : "1";
  rows.sort((a, b) => {
    const x = value(a), y = value(b);
    const order = x !== "" && y !== "" && !isNaN(x) && !isNaN(y) ? x - y : x.localeCompare(y);
    return up == "1" ? order : -order;
  });
  for (const row of rows) body.append(row);
};
</script>)";

/// Scores of one lab in ten bins, drawn as bars.
std::string distribution(const std::string& lab, const std::vector<ScoredGrade>& grades) {
  std::array<int, 11> bins{};
  int most = 1, count = 0;
  double sum = 0;
  for (const ScoredGrade& one : grades) {
    if (one.grade.work.lab != lab || !one.grade.graded || one.grade.max_points <= 0) continue;
    const double share = std::clamp(one.score / one.grade.max_points, 0.0, 1.0);
    most = std::max(most, ++bins[std::size_t(share * 10)]);
    sum += one.score;
    ++count;
  }
  std::string text =
      "<h3>" + html(lab) + ": " + std::to_string(count) + " grades, mean " +
      short_number(count > 0 ? sum / count : 0) +
      "</h3>\n<svg width=\"480\" height=\"130\" role=\"img\" aria-label=\"distribution of "
      "scores\">\n";
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const int height = bins[i] * 90 / most, x = static_cast<int>(i) * 42 + 5;
    text += "<rect x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(105 - height) +
            "\" width=\"36\" height=\"" + std::to_string(height) + "\" fill=\"#68a\"/><text x=\"" +
            std::to_string(x) + "\" y=\"120\">" + std::to_string(i * 10) + (i < 10 ? "+" : "") +
            "</text><text x=\"" + std::to_string(x + 12) + "\" y=\"" +
            std::to_string(100 - height) + "\">" + (bins[i] > 0 ? std::to_string(bins[i]) : "") +
            "</text>\n";
  }
  return text + "</svg>\n";
}

std::string leaderboard(const std::vector<ScoredGrade>& grades) {
  std::vector<const ScoredGrade*> fast;
  for (const ScoredGrade& one : grades)
    if (best_speedup(one.grade) > 0) fast.push_back(&one);
  if (fast.empty()) return "<p>Speedups need a GPU, or TIMING=1 for the labs of the CPU.</p>\n";
  std::stable_sort(fast.begin(), fast.end(), [](const auto* a, const auto* b) {
    return best_speedup(a->grade) > best_speedup(b->grade);
  });
  std::string text = "<table><tr><th>lab</th><th>student</th><th>speedup over one core</th></tr>\n";
  for (std::size_t i = 0; i < fast.size() && i < 20; ++i)
    text += "<tr><td>" + html(fast[i]->grade.work.lab) + "</td><td>" + html(fast[i]->student.id) +
            "</td><td>" + short_number(best_speedup(fast[i]->grade)) + "</td></tr>\n";
  return text + "</table>\n";
}

std::string head(const std::string& name) {
  return "<th class=\"sort\">" + name + "</th>";
}

}  // namespace

std::string html_page(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src "
         "data:; "
         "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"><title>" +
         html(title) + "</title><style>" + kStyle + "</style></head><body>\n" + body +
         "</body></html>\n";
}

std::string overview_html(const std::vector<ScoredGrade>& grades, const std::string& similar) {
  std::string body = "<h1>Class overview</h1>\n<table><thead><tr>" + head("student") +
                     head("name") + head("lab") + head("verdict") + head("score") + head("of") +
                     head("late") + head("seconds") + head("sandbox tier") + head("what") +
                     "</tr></thead><tbody>\n";
  std::vector<std::string> labs;
  for (const ScoredGrade& one : grades) {
    const Grade& grade = one.grade;
    if (std::find(labs.begin(), labs.end(), grade.work.lab) == labs.end())
      labs.push_back(grade.work.lab);
    const std::string folder = "students/" + file_name(one.student.id) + "/report.html";
    body += "<tr><td><a href=\"" + html(folder) + "\">" + html(one.student.id) + "</a></td><td>" +
            html(one.student.last_name + (one.student.first_name.empty() ? "" : ", ") +
                 one.student.first_name) +
            "</td><td>" + html(grade.work.lab) + "</td><td class=\"" + to_string(grade.verdict) +
            "\">" + display_name(grade.verdict) + "</td><td>" +
            (grade.graded ? short_number(one.score) : "") + "</td><td>" +
            short_number(grade.max_points) + "</td><td>" +
            (one.penalty > 0 ? "-" + short_number(one.penalty) : "") + "</td><td>" +
            short_number(grade.seconds) + "</td><td>" + html(grade.tier) + "</td><td>" +
            html(grade.headline + (grade.work.note.empty() ? "" : "; " + grade.work.note)) +
            "</td></tr>\n";
  }
  body += "</tbody></table>\n<h2>Scores</h2>\n";
  for (const std::string& lab : labs) body += distribution(lab, grades);
  body += "<h2>Fastest</h2>\n" + leaderboard(grades) + "<h2>Similar submissions</h2>\n" + similar;
  return html_page("Class overview", body + kSorting);
}

}  // namespace kit::classroom
