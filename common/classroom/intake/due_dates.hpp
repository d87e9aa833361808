/// @file
/// Due dates: until when a lab may be handed in, and what it costs to be late.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "classroom/intake/roster.hpp"
#include "classroom/intake/table.hpp"

namespace kit::classroom {

/// A moment as a table has it.
struct DueTime {
  std::int64_t seconds = 0;  ///< since 1970
  std::string text;
  std::string place = {};  ///< "extensions.csv:3"
};

/// A lab's row of the table of due dates.
struct DueRule {
  DueTime due;
  double grace_minutes = 0;  ///< who is later by no more than this is not late
  Amount rate;               ///< for each period that has begun; 0 costs nothing
  bool per_hour = false;     ///< the period is an hour, else a day
  Amount most;               ///< in the unit of `rate`; 100 percent: all
};

/// All about lateness that an instructor says.
struct DuePlan {
  std::map<std::string, DueRule> rules;                               ///< by lab
  std::map<std::pair<std::string, std::string>, DueTime> extensions;  ///< by student and lab
  double days = 0;                         ///< free late days of each student
  std::map<std::string, double> own_days;  ///< of students who have others
};

/// Columns lab, due (2026-11-20T23:59+01:00), and if wanted grace (minutes), late ("10% per day",
/// "2 per hour") and maximum ("50%", "20"). Throws InputError.
std::map<std::string, DueRule> read_due(const std::string& path, const std::string& labs_folder);

/// Columns student_id, lab, due. Throws InputError.
std::map<std::pair<std::string, std::string>, DueTime> read_extensions(
    const std::string& path, const std::string& labs_folder);

/// What was handed in when.
struct HandedIn {
  std::string student, lab, time;  ///< `time` as in Work; empty if nothing was
};

/// The penalty of each, with its due date and how it came about; free late days go to the labs in
/// the order in which they are due.
Penalties late_penalties(const DuePlan& plan, const std::vector<HandedIn>& all);

}  // namespace kit::classroom
