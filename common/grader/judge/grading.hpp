/// @file
/// All that one grading found, before anything is said about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/judge/grade_options.hpp"
#include "grader/judge/judge.hpp"
#include "grader/judge/timing.hpp"
#include "grader/lab/lab_config.hpp"

namespace kit::grader {

/// How a build ended.
struct BuildResult {
  bool ok = false;
  std::string refused;  ///< what an object does that a lab must not; then ok is false
  std::string log;      ///< the compiler's messages
  std::string rules;    ///< who looked for what nvcc refuses, or why nobody did; "" without kernels
  std::string worker;   ///< the program
  /// Without kernels: whether races between threads are looked for, or why not; else "".
  std::string races = {};
  bool out_of_time = false;  ///< took more than all builds of a submission may; then ok is false
  bool stopped = false;      ///< that, or a signal ended a program of it; then ok is false
};

/// Everything one grading found.
struct Grading {
  GradeOptions options;
  LabConfig config;
  BuildResult build;
  Verdict verdict = Verdict::grader_fault;
  /// What is at fault: the kit, if the verdict is grader_fault; the source, if it is forbidden.
  std::string fault;
  std::vector<CaseRecord> cases;
  std::vector<StageRecord> stages;
  std::vector<EvidenceRecord> evidence;
  std::vector<TimingRecord> timing;
  std::string timing_note;  ///< why there is no timing, e.g. "needs a GPU"
  std::string student_output;
  std::optional<DeviceDescription> device;
};

}  // namespace kit::grader
