/// @file
/// How often one submission is graded until its verdict counts.
#pragma once

#include <set>
#include <string>

#include "classroom/run/job.hpp"

namespace kit::classroom {

/// What in a verdict may have been caused from outside, by kind: "time", "memory". In which case it
/// shows is left to chance, and by that nobody may be graded again and again.
std::set<std::string> retry_reasons(const grader::VerdictFile& verdict);

/// The tries of one submission. All calls of all of them have one budget: that of a first try and
/// of a second one, which has twice the time.
class Tries {
 public:
  /// Gives the next judge its time.
  void prepare(Job& job) const;
  /// Takes a judge's verdict. Returns whether another one has to look: there is a reason that none
  /// before had found, and time left.
  bool disputed(const JobAnswer& answer);
  /// How many there were.
  int count() const { return count_; }
  /// Whether the next one only confirms or denies.
  bool again() const { return !reasons_.empty(); }

 private:
  int count_ = 0;
  double used_ = 0;  ///< of the budget, in budgets of a first try
  std::set<std::string> reasons_;
};

}  // namespace kit::classroom
