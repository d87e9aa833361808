/// @file
/// The grading as JSON, schema "kit/verdict/v1": docs/verdict.md documents every field.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "grade.hpp"
#include "judge.hpp"
#include "kit/atomic_file.hpp"
#include "timing.hpp"

namespace kit::grader {

inline constexpr const char* kSchema = "kit/verdict/v1";

/// Everything one grading found.
struct Grading {
  GradeOptions options;
  LabConfig config;
  BuildResult build;
  std::string verdict;
  /// What is at fault: the kit, if the verdict is grader_fault; the source, if it is forbidden.
  std::string fault;
  std::vector<CaseRecord> cases;
  std::vector<StageRecord> stages;
  std::vector<EvidenceRecord> evidence;
  std::vector<TimingRecord> timing;
  std::string timing_note;  ///< why there is no timing, e.g. "needs a GPU"
  std::string student_output;
  nlohmann::json device = nlohmann::json::object();
};

/// A number as JSON holds it; "inf", "-inf" or "nan" as text, since JSON has none of them.
nlohmann::json to_json_number(double value);

nlohmann::json to_json(const Grading& grading);

/// Writes beside the target and renames, so that the file is there whole or not at all. Throws
/// InputError if it cannot be written.
void write_json(const std::string& path, const nlohmann::json& json,
                Survives what = Survives::program);

}  // namespace kit::grader
