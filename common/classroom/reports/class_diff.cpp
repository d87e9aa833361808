// Two gradebooks side by side. A reason is what differs in what a grade follows from: the content,
// the kit, the cases, the machine, and what people decided.
#include "classroom/reports/class_diff.hpp"

#include <fmt/format.h>

#include <map>

#include "grader/support/terminal.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

using nlohmann::json;
using ByWork = std::map<std::pair<std::string, std::string>, const ScoredGrade*>;

ByWork by_work(const std::vector<ScoredGrade>& grades) {
  ByWork map;
  for (const ScoredGrade& one : grades) map[{one.student.id, one.grade.work.lab}] = &one;
  return map;
}

bool same_content(const Work& a, const Work& b) {
  return a.files == b.files && a.problem == b.problem && a.submitted == b.submitted;
}

/// What of the things that a key names is another, in words.
std::vector<std::string> context_reasons(const Work& before, const Work& after) {
  if (before.key == after.key) return {};
  if (before.context.empty() || after.context.empty())
    return same_content(before, after)
               ? std::vector<std::string>{"the kit or the cases changed (an older gradebook does "
                                          "not say which)"}
               : std::vector<std::string>{};
  std::vector<std::string> reasons;
  for (const auto& [name, words] :
       {std::pair("kit", "the kit changed"), std::pair("hidden", "the hidden file changed"),
        std::pair("seed", "the cases have another seed"), std::pair("backend", "another backend"),
        std::pair("confined", "CONFINE is another")})
    if (before.context.value(name, json()) != after.context.value(name, json()))
      reasons.emplace_back(words);
  return reasons;
}

bool same_decision(const std::optional<Decision>& a, const std::optional<Decision>& b) {
  if (!a || !b) return !a == !b;
  return a->value == b->value && a->reason == b->reason;
}

std::string override_reason(const ScoredGrade& before, const ScoredGrade& after) {
  if (same_decision(before.override, after.override)) return "";
  if (!after.override) return "the points by hand were taken back";
  return "points by hand: " + after.override->reason;
}

std::vector<std::string> reasons_for(const ScoredGrade& before, const ScoredGrade& after) {
  std::vector<std::string> reasons;
  const auto add = [&](const std::string& reason) {
    if (!reason.empty()) reasons.push_back(reason);
  };
  const Work &old_work = before.grade.work, &new_work = after.grade.work;
  if (!old_work.submitted && new_work.submitted)
    add("was handed in since");
  else if (!same_content(old_work, new_work))
    add("the content changed");
  for (const std::string& reason : context_reasons(old_work, new_work)) add(reason);
  if (before.grade.graded != after.grade.graded)
    add(after.grade.graded ? "the grader had failed" : "the grader failed");
  else if (old_work.key == new_work.key && before.grade.graded_at != after.grade.graded_at)
    add("graded again");
  add(override_reason(before, after));
  if (before.late.how != after.late.how || before.late.of(100) != after.late.of(100))
    add("late: " + (after.late.how.empty() ? "not any more" : after.late.how));
  return reasons;
}

std::string verdict_of(const ScoredGrade& one) {
  return to_string(one.grade.verdict);
}

std::optional<double> score_of(const ScoredGrade& one) {
  return one.scored() ? std::optional(one.score) : std::nullopt;
}

std::string score_text(const std::optional<double>& score) {
  return score ? short_number(*score) : "";
}

/// The verdict and the score; "-" for what is not there.
std::string side(const std::string& verdict, const std::optional<double>& score) {
  if (verdict.empty()) return "-";
  return verdict + " " + (score ? short_number(*score) : "without a score");
}

std::string reasons_text(const GradeChange& change) {
  std::string text;
  for (const std::string& reason : change.reasons) text += (text.empty() ? "" : "; ") + reason;
  return text;
}

}  // namespace

ClassDiff class_diff(const std::vector<ScoredGrade>& before,
                     const std::vector<ScoredGrade>& after) {
  const ByWork old_grades = by_work(before), new_grades = by_work(after);
  ClassDiff diff;
  for (const auto& [whose, one] : old_grades)
    if (new_grades.count(whose) == 0)
      diff.changes.push_back({whose.first,
                              whose.second,
                              verdict_of(*one),
                              "",
                              score_of(*one),
                              std::nullopt,
                              {"not in the new run"}});
  for (const auto& [whose, one] : new_grades) {
    const auto old = old_grades.find(whose);
    if (old == old_grades.end()) {
      diff.changes.push_back({whose.first,
                              whose.second,
                              "",
                              verdict_of(*one),
                              std::nullopt,
                              score_of(*one),
                              {"not in the old run"}});
      continue;
    }
    const ScoredGrade& was = *old->second;
    GradeChange change{whose.first,   whose.second,   verdict_of(was),       verdict_of(*one),
                       score_of(was), score_of(*one), reasons_for(was, *one)};
    const bool same = change.verdict_before == change.verdict_after &&
                      score_text(change.score_before) == score_text(change.score_after) &&
                      same_content(was.grade.work, one->grade.work) &&
                      same_decision(was.override, one->override);
    if (same)
      ++diff.unchanged;
    else
      diff.changes.push_back(std::move(change));
  }
  std::stable_sort(diff.changes.begin(), diff.changes.end(),
                   [](const GradeChange& a, const GradeChange& b) {
                     return std::pair(a.student, a.lab) < std::pair(b.student, b.lab);
                   });
  return diff;
}

std::string diff_text(const ClassDiff& diff) {
  std::string text;
  for (const GradeChange& one : diff.changes)
    text += grader::printable(fmt::format("{}  {}: {} -> {}  ({})", one.student, one.lab,
                                          side(one.verdict_before, one.score_before),
                                          side(one.verdict_after, one.score_after),
                                          reasons_text(one))) +
            "\n";
  return text + fmt::format("{} changed, {} unchanged\n", diff.changes.size(), diff.unchanged);
}

std::string diff_csv(const ClassDiff& diff) {
  std::string text =
      "student_id,lab,verdict_before,verdict_after,score_before,score_after,reasons\n";
  for (const GradeChange& one : diff.changes)
    text += fmt::format("{},{},{},{},{},{},{}\n", csv(one.student), csv(one.lab),
                        one.verdict_before, one.verdict_after, score_text(one.score_before),
                        score_text(one.score_after), csv(reasons_text(one)));
  return text;
}

}  // namespace kit::classroom
