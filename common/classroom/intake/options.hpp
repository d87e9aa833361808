/// @file
/// What an instructor asks of a class run.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace kit::classroom {

struct ClassOptions {
  std::string submissions, out = "grades";
  std::vector<std::string> labs;  ///< as typed; empty: all
  std::string roster, hidden, late, backend;
  int jobs = 0;          ///< 0: one a core, or one on a GPU
  bool one = false;      ///< `submissions` is one submission
  std::string student;   ///< its student's name, if `one`
  std::string layout;    ///< the course system whose names the submissions have; empty: recognised
  bool dry_run = false;  ///< say how the submissions are read, and grade nothing
  std::string regrade;   ///< a student who is graded again; kAll: all; empty: nobody
  bool no_sandbox = false;
  int tier = 0;          ///< 1 or 2: insist on it; 0: the strongest that works
  bool timing = false;   ///< measure speed without a GPU too
  bool confine = false;  ///< keep the observed code of submissions to its own memory
  bool self_check = true;
  double quiz = 0;                ///< bonus points for the answers to make quiz
  std::set<std::string> formats;  ///< prairielearn, classroom50
  double similarity = 0.6;
  std::set<std::string> without;  ///< defences left out; for tests
  std::string engine = "local";   ///< or slurm
  int gpus = 0;                   ///< of each Slurm task

  std::string overrides, comments, due, extensions;  ///< the instructor's further tables
  double days = 0;                                   ///< free late days of each student
};

/// REGRADE=1: all.
inline constexpr const char* kAll = "1";

}  // namespace kit::classroom
