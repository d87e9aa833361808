/// @file
/// Judges at work: several processes at once, each grading one submission, and what becomes of
/// those that are killed or that cannot say the same thing twice.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "classroom/gradebook/gradebook.hpp"
#include "classroom/run/job.hpp"

namespace kit::classroom {

struct PoolPlan {
  std::string program;                           ///< this program, to be started as a judge
  Job base;                                      ///< what all jobs have in common
  std::map<std::string, double> timeout_factor;  ///< per lab
  nlohmann::json hidden;                         ///< per lab: {"seeds": [...], "cases": [...]}
  std::vector<long> users;                       ///< one for each judge at once; -1: the caller
  double max_seconds = 3600;                     ///< a judge that takes longer is killed
};

/// Called for each answer that counts: the grade, or why there is none.
struct PoolEvents {
  std::function<void(const Work&)> started;
  std::function<void(const Work&, const Grade&)> graded;
  std::function<void(const Work&, const std::string& fault)> failed;
  std::function<void(std::size_t running)> tick;  ///< several times a second
};

/// Grades all of `queue`. A verdict that another process's doing could explain (a time-out on a
/// busy machine, a process killed from outside) counts only when a second judge, with no other
/// beside it, finds the same. A fault of the kit is tried three times.
void run_pool(const PoolPlan& plan, std::vector<Work> queue, const PoolEvents& events);

/// A judge's answer as a grade. Throws if it is none.
Grade grade_from(const JobAnswer& answer);

}  // namespace kit::classroom
