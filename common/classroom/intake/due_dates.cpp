// Lateness counts from the due date, and not from the end of the grace time: who misses the grace
// time is late by all of it. A period that has begun counts as a whole one.
#include "classroom/intake/due_dates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "classroom/intake/iso_time.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

constexpr std::int64_t kMinute = 60, kHour = 3600, kDay = 86400;

DueTime due_at(const Table& table, std::size_t row) {
  const std::string text = table.at(row, "due");
  const auto seconds = time_from(text);
  if (!seconds)
    table.refuse(row, fmt::format("the due date '{}' is no time with a zone, such as "
                                  "2026-11-20T23:59+01:00 or 2026-11-20T22:59Z",
                                  text));
  return {*seconds, text, fmt::format("{}:{}", table.path(), table.line(row))};
}

/// "10% per day" as a rate.
void read_rate(const Table& table, std::size_t row, DueRule& rule) {
  const std::string text = lower(table.at(row, "late"));
  if (text.empty()) return;
  const std::size_t per = text.find("per ");
  const std::size_t slash = text.find('/');
  const std::size_t cut = std::min(per, slash);
  const std::string unit =
      cut == std::string::npos ? "" : trimmed(text.substr(cut + (cut == per ? 4 : 1)));
  const auto amount = amount_from(trimmed(text.substr(0, cut)));
  if (!amount || (unit != "hour" && unit != "day"))
    table.refuse(row, fmt::format("'{}' in the column 'late' is not like '10% per day' or '2 per "
                                  "hour'",
                                  table.at(row, "late")));
  rule.rate = *amount;
  rule.per_hour = unit == "hour";
}

std::string amount_text(const Amount& amount) {
  return short_number(amount.value) + (amount.percent ? " %" : " points");
}

/// "26 h 10 min".
std::string span_text(std::int64_t seconds) {
  const std::int64_t minutes = (seconds + kMinute - 1) / kMinute;
  if (minutes < 60) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string count_text(double count, const char* what) {
  return fmt::format("{} {}{}", short_number(count), what, count == 1 ? "" : "s");
}

/// One student's lab, and how late it is.
struct LateWork {
  const HandedIn* work;
  const DueRule* rule;
  DueTime due;
  bool extended;
};

/// The penalty of one; takes free late days from `days`.
Penalty penalty_for(const LateWork& one, double& days) {
  const DueRule& rule = *one.rule;
  Penalty penalty;
  penalty.percent = rule.rate.percent;
  penalty.due = one.due.text;
  const auto time = time_from(one.work->time);
  const std::int64_t late = time ? *time - one.due.seconds : 0;
  const std::string extended = one.extended ? " (an extension)" : "";
  if (late <= 0) {
    if (one.extended) penalty.how = fmt::format("due {}{}, in time", one.due.text, extended);
    return penalty;
  }
  penalty.how =
      fmt::format("handed in {} after it was due, {}{}", span_text(late), one.due.text, extended);
  if (double(late) <= rule.grace_minutes * kMinute) {
    penalty.how += fmt::format("; within the {} of grace, nothing is taken off",
                               count_text(rule.grace_minutes, "minute"));
    return penalty;
  }
  const std::int64_t days_late = (late + kDay - 1) / kDay;
  const double used = std::min(days, double(days_late));
  days -= used;
  const double left = std::max(0.0, double(late) - used * kDay);
  const double periods = std::ceil(left / double(rule.per_hour ? kHour : kDay));
  penalty.value = std::min(periods * rule.rate.value, rule.most.value);
  if (used > 0) penalty.how += "; " + count_text(used, "free late day") + " used";
  if (periods > 0)
    penalty.how += fmt::format(
        "; {} late at {} each, {} taken off", count_text(periods, rule.per_hour ? "hour" : "day"),
        amount_text(rule.rate), amount_text({penalty.value, penalty.percent}));
  if (penalty.value < periods * rule.rate.value) penalty.how += " at most";
  return penalty;
}

}  // namespace

std::map<std::string, DueRule> read_due(const std::string& path, const std::string& labs_folder) {
  const Table table(path);
  table.require("lab");
  table.require("due");
  std::map<std::string, DueRule> rules;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string lab = lab_at(table, row, labs_folder);
    DueRule rule;
    rule.due = due_at(table, row);
    const std::string grace = table.at(row, "grace"), most = table.at(row, "maximum");
    if (!grace.empty()) rule.grace_minutes = number_from(grace).value_or(-1);
    if (rule.grace_minutes < 0)
      table.refuse(row, fmt::format("the grace time '{}' is no number of minutes", grace));
    read_rate(table, row, rule);
    // All that there is: no lab gives more points than this.
    rule.most = {rule.rate.percent ? 100.0 : 1e6, rule.rate.percent};
    if (!most.empty()) {
      const auto amount = amount_from(most);
      if (!amount || amount->percent != rule.rate.percent)
        table.refuse(row, fmt::format("the maximum '{}' is no amount in the unit of the column "
                                      "'late': write a share (50%) beside a share, points (20) "
                                      "beside points",
                                      most));
      rule.most = *amount;
    }
    if (!rules.emplace(lab, rule).second) table.refuse(row, lab + " stands there twice");
  }
  return rules;
}

std::map<std::pair<std::string, std::string>, DueTime> read_extensions(
    const std::string& path, const std::string& labs_folder) {
  const Table table(path);
  for (const char* column : {"student_id", "lab", "due"}) table.require(column);
  std::map<std::pair<std::string, std::string>, DueTime> extensions;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::string student = table.at(row, "student_id"), lab = lab_at(table, row, labs_folder);
    if (student.empty()) table.refuse(row, "the column 'student_id' is empty");
    if (!extensions.emplace(std::pair(student, lab), due_at(table, row)).second)
      table.refuse(row, fmt::format("{} and {} stand there twice", student, lab));
  }
  return extensions;
}

Penalties late_penalties(const DuePlan& plan, const std::vector<HandedIn>& all) {
  std::map<std::string, std::vector<LateWork>> by_student;
  for (const HandedIn& one : all) {
    const auto rule = plan.rules.find(one.lab);
    const auto extension = plan.extensions.find({one.student, one.lab});
    if (rule == plan.rules.end()) continue;
    const bool extended = extension != plan.extensions.end();
    by_student[one.student].push_back(
        {&one, &rule->second, extended ? extension->second : rule->second.due, extended});
  }
  Penalties penalties;
  for (auto& [student, works] : by_student) {
    const auto own = plan.own_days.find(student);
    double days = own == plan.own_days.end() ? plan.days : own->second;
    std::stable_sort(works.begin(), works.end(), [](const LateWork& a, const LateWork& b) {
      return a.due.seconds < b.due.seconds;
    });
    for (const LateWork& one : works) penalties[{student, one.work->lab}] = penalty_for(one, days);
  }
  return penalties;
}

}  // namespace kit::classroom
