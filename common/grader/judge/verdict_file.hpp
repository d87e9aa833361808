/// @file
/// What verdict.json says of one grading: what everybody reads who was not there when it was made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/judge/timing.hpp"

namespace kit::grader {

struct Points {
  double earned = 0, max = 0;       ///< without challenges
  double bonus = 0, bonus_max = 0;  ///< of challenges
};

/// How to make the same grading again.
struct Replay {
  std::uint64_t seed = 0;
  std::string source;   ///< GradeOptions::source
  std::string command;  ///< for the terminal
};

/// A grading as verdict.json holds it; docs/verdict.md documents every field. What a file does not
/// hold is empty here after reading one: the observations of a case and what explained it.
struct VerdictFile {
  std::string lab, title;
  Backend backend = Backend::sim;
  std::optional<DeviceDescription> device;  ///< none for plain C++, or where nothing ran
  std::optional<Replay> replay;  ///< left out of a class's grades: the seed tells the hidden cases
  Verdict verdict = Verdict::grader_fault;
  std::string headline;
  bool built = false;
  bool build_stopped = false;  ///< a build took too long, or a signal ended a program of it
  std::string build_log;
  std::string rules;  ///< who looked for what nvcc refuses, or why nobody did; "" without kernels
  std::string races;  ///< BuildResult::races
  std::vector<StageRecord> stages;
  std::vector<CaseRecord> cases;
  std::vector<EvidenceRecord> evidence;
  std::vector<CommonFinding> findings;
  std::vector<TimingRecord> timing;
  std::string timing_note;
  Points points;
  std::string next;  ///< what the student should do next
  std::string student_output;
};

/// What people are told of the stage's stand-ins; empty without any.
std::string stand_in_text(const VerdictFile& verdict, const StageRecord& stage);

}  // namespace kit::grader
