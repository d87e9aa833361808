/// @file
/// Finds the word in a student's file that is wrong: the one whose exchange lets all cases of the
/// stage pass. Only the student's code is asked, so that it does not matter which mistakes the lab
/// expects, nor how the code is written.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/repair/conclusion.hpp"
#include "grader/repair/switched_worker.hpp"

namespace kit::repair {

/// What a search asks of each edit: the cases that it must mend, and some that must stay right. The
/// first are the cheapest.
struct SearchCases {
  std::vector<const grader::Case*> failed, passed;
};

/// Builds a worker with edits in one part of the file (parts.hpp); none if it does not compile.
using BuildPart = std::function<std::optional<SwitchedWorker>(std::size_t part)>;

/// Builds a worker with edits in these lines of the file alone; none if it does not compile.
using BuildLines = std::function<std::optional<SwitchedWorker>(const std::set<int>& lines)>;

/// What an edit that mends must mend in another build too. Where that is one of the observed
/// simulator, nothing harmful may be found either.
struct Confirmation {
  BuildLines build;
  SearchCases cases;
};

/// Tries all edits of all parts, on all cores, then pairs of them within a part. None if no edit
/// lets all cases pass, or edits in many lines do. `plan` says where workers run; `build` is called
/// from several threads. Edits that one of `confirmations` refutes do not count.
std::optional<Repair> find_repair(const grader::JudgePlan& plan, std::size_t parts,
                                  const BuildPart& build, const SearchCases& cases,
                                  const std::vector<Confirmation>& confirmations = {});

/// What find_repair() concludes from: the edits that let all cases pass, or the pairs. None if a
/// limit ended the search before what would be believed more or, with `all`, before anything.
std::vector<Mending> find_mending(const grader::JudgePlan& plan, std::size_t parts,
                                  const BuildPart& build, const SearchCases& cases,
                                  bool all = false);

/// True if the program of `worker` is right in all cases with no edit in force.
bool is_right(const grader::JudgePlan& plan, const SwitchedWorker& worker,
              const SearchCases& cases);

/// True if with no edit in force it is as the student's program is: wrong in all that failed, and
/// right in all that passed.
bool fails_alike(const grader::JudgePlan& plan, const SwitchedWorker& worker,
                 const SearchCases& cases);

/// The search's cases of one stage, of those that are `wanted` (all if empty): none failed if its
/// mistake is known, or cannot be found so.
SearchCases cases_to_mend(const std::string& stage, const std::vector<grader::Case>& cases,
                          const std::vector<grader::CaseRecord>& records,
                          const std::function<bool(const grader::Case&)>& wanted = {});

/// The cases of one stage in which streams use the same memory with nothing that orders them,
/// whether their values are right or not, and some in which the simulator found nothing.
SearchCases cases_to_order(const std::string& stage, const std::vector<grader::Case>& cases,
                           const std::vector<grader::CaseRecord>& records);

}  // namespace kit::repair
