/// @file
/// Finds the word in a student's file that is wrong: the one whose exchange lets all cases of the
/// stage pass. Only the student's code is asked, so that it does not matter which mistakes the lab
/// expects, nor how the code is written.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/repair/switched_worker.hpp"

namespace kit::repair {

/// The place of a mistake.
struct Repair {
  int line = 0;
  std::string cause;    ///< as in docs/verdict.md
  std::string message;  ///< what stands there, and that something else would be right
};

/// What mends all cases: an edit, or two that each do a part.
struct Mending {
  Edit first;
  std::optional<Edit> second = {};
  bool leaves_out = false;  ///< the code no longer comes to other lines that it came to
};

/// What a search asks of each edit: the cases that it must mend, and some that must stay right. The
/// first are the cheapest.
struct SearchCases {
  std::vector<const grader::Case*> failed, passed;
};

/// Tries all edits, then pairs of them. None if no edit lets all cases pass, or edits in many lines
/// do. `plan` says where workers run.
std::optional<Repair> find_repair(const grader::JudgePlan& plan, const SwitchedWorker& worker,
                                  const SearchCases& cases);

/// The mistake, if `program`, the student's code with wide numbers in these lines, is right in all
/// cases. None if it is not, or if the lines are too many to name.
std::optional<Repair> find_narrow_type(const grader::JudgePlan& plan, const std::string& program,
                                       const std::set<int>& lines, const SearchCases& cases);

/// What is said of that which mends all cases, in no order. None if they are in too many lines.
std::optional<Repair> conclude_from(std::vector<Mending> mending, std::size_t cases);

/// The search's cases of one stage: none failed if its mistake is known, or cannot be found so.
SearchCases cases_to_mend(const std::string& stage, const std::vector<grader::Case>& cases,
                          const std::vector<grader::CaseRecord>& records);

/// Gives the stage's failed cases that cause.
void explain_by_repair(const std::string& stage, const std::string& file, const Repair& repair,
                       std::vector<grader::CaseRecord>& records);

}  // namespace kit::repair
