// The class at a glance: a table that can be sorted, the distribution of scores, the fastest. One
// file without any other beside it, so that it can be sent by mail and opened years later.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "classroom/reports/checks.hpp"
#include "classroom/reports/reports.hpp"
#include "classroom/support/file_name.hpp"
#include "grader/pages/page.hpp"
#include "grader/pages/template.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

constexpr Template kPage(
#include "classroom/reports/overview.html.inc"
);

constexpr std::string_view kSorting =
#include "classroom/reports/sort.js.inc"
    ;

/// Scores of one lab in ten bins, drawn as bars.
std::string distribution(const std::string& lab, const std::vector<ScoredGrade>& grades) {
  std::array<int, 11> bins{};
  int highest = 1, count = 0;
  double sum = 0;
  for (const ScoredGrade& one : grades) {
    if (one.grade.work.lab != lab || !one.scored() || one.grade.max_points <= 0) continue;
    const double share = std::clamp(one.score / one.grade.max_points, 0.0, 1.0);
    highest = std::max(highest, ++bins[std::size_t(share * 10)]);
    sum += one.score;
    ++count;
  }
  std::string bars;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    // The highest bar has 90 of the picture's units.
    const int height = bins[i] * 90 / highest, x = static_cast<int>(i) * 42 + 5;
    bars += kPage.fill("bar", {{"x", x},
                               {"top", 105 - height},
                               {"height", height},
                               {"from", fmt::format("{}{}", i * 10, i < 10 ? "+" : "")},
                               {"middle", x + 12},
                               {"above", 100 - height},
                               {"count", bins[i] > 0 ? std::to_string(bins[i]) : ""}});
  }
  return kPage.fill("scores", {{"lab", lab},
                               {"count", count},
                               {"mean", short_number(count > 0 ? sum / count : 0)},
                               {"bars", bars}});
}

std::string leaderboard(const std::vector<ScoredGrade>& grades) {
  std::vector<const ScoredGrade*> fast;
  for (const ScoredGrade& one : grades)
    if (best_speedup(one.grade) > 0) fast.push_back(&one);
  if (fast.empty()) return kPage.fill("no speedups", {});
  std::stable_sort(fast.begin(), fast.end(), [](const auto* a, const auto* b) {
    return best_speedup(a->grade) > best_speedup(b->grade);
  });
  std::string rows;
  for (std::size_t i = 0; i < fast.size() && i < 20; ++i)
    rows += kPage.fill("fast", {{"lab", fast[i]->grade.work.lab},
                                {"student", fast[i]->student.id},
                                {"speedup", short_number(best_speedup(fast[i]->grade))}});
  return kPage.fill("fastest", {{"rows", rows}});
}

std::string row_of(const ScoredGrade& one) {
  const Grade& grade = one.grade;
  const Student& student = one.student;
  std::string what = grade.headline;
  for (const auto& [heading, remark] : remarks_of(one)) what += "; " + heading + ": " + remark;
  const std::string comma = student.first_name.empty() ? "" : ", ";
  const std::string whole = "instructor/" + file_name(student.id) + ".html";
  return kPage.fill(
      "grade", {{"whole", has_hidden_cases(grade) ? kPage.fill("whole", {{"page", whole}}) : ""},
                {"report", "students/" + file_name(student.id) + "/report.html"},
                {"student", student.id},
                {"name", student.last_name + comma + student.first_name},
                {"lab", grade.work.lab},
                {"verdict", to_string(grade.verdict)},
                {"words", verdict_words(grade)},
                {"score", one.scored() ? short_number(one.score) : ""},
                {"most", short_number(grade.max_points)},
                {"late", one.penalty > 0 ? "-" + short_number(one.penalty) : ""},
                {"seconds", short_number(grade.seconds)},
                {"tier", grade.tier},
                {"what", what}});
}

/// The submissions that have no student; empty if all have.
std::string without_student(const std::vector<ListedSubmission>& submissions) {
  std::string rows;
  for (const ListedSubmission& one : submissions)
    if (one.fate == Fate::unclear || one.fate == Fate::unmatched)
      rows += kPage.fill("lost", {{"name", one.name},
                                  {"fate", to_string(one.fate)},
                                  {"why", one.why},
                                  {"students", one.student}});
  return rows.empty() ? "" : kPage.fill("not graded", {{"rows", rows}});
}

}  // namespace

std::string overview_html(const std::vector<ScoredGrade>& grades, const std::string& similar,
                          const std::vector<ListedSubmission>& submissions) {
  std::vector<std::string> labs;
  std::string rows, scores;
  for (const ScoredGrade& one : grades) {
    if (std::find(labs.begin(), labs.end(), one.grade.work.lab) == labs.end())
      labs.push_back(one.grade.work.lab);
    rows += row_of(one);
  }
  for (const std::string& lab : labs) scores += distribution(lab, grades);
  const std::string body = kPage.fill("body", {{"grades", rows},
                                               {"lost", without_student(submissions)},
                                               {"scores", scores},
                                               {"fastest", leaderboard(grades)},
                                               {"similar", similar}});
  return class_page("Class overview", body, kSorting);
}

}  // namespace kit::classroom
