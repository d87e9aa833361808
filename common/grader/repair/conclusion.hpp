/// @file
/// What is said of the edits that mend all failed cases.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/repair/switched_source.hpp"

namespace kit::repair {

/// The place of a mistake.
struct Repair {
  int line = 0;
  std::string cause;      ///< as in docs/verdict.md
  std::string message;    ///< what stands there, and that something else would be right
  int places = 1;         ///< that have to be changed
  bool branches = false;  ///< in a condition, or the end of a loop
};

/// The cause of a place that leads past the mistake, or is the mistake itself.
inline constexpr const char* kWrongBranch = "wrong_branch";

/// What mends all cases: an edit, or two or three that each do a part.
struct Mending {
  Edit first;
  std::optional<Edit> second = {};
  bool leaves_out = false;  ///< the code no longer comes to other lines that it came to
  std::optional<Edit> third = {};
};

/// What is said of that which mends all cases, in no order. None if they are in too many lines.
std::optional<Repair> conclude_from(std::vector<Mending> mending, std::size_t cases);

/// "With that alone changed, the 3 failed cases that were tried are right."
std::string what_was_tried(const char* change, std::size_t cases);

/// What happened is known, but not which mistake led to it: outputs without values, and accesses
/// outside of a buffer.
bool is_symptom(const grader::CaseRecord& record);

/// A case that gave wrong values, or wrote outside of its buffers.
bool is_wrong_output(const grader::CaseRecord& record);

/// A case that ended without an output, as one may that writes far outside of a buffer.
bool is_crash(const grader::CaseRecord& record);

/// Gives the stage's failed cases that cause.
void explain_by_repair(const std::string& stage, const std::string& file, const Repair& repair,
                       std::vector<grader::CaseRecord>& records);

/// Gives the stage's cases in which streams meet that cause.
void explain_by_order(const std::string& stage, const std::string& file, const Repair& repair,
                      std::vector<grader::CaseRecord>& records);

/// Names a line beside what is said of the stage's failed cases.
void add_suspicion(const std::string& stage, const std::string& file, const Repair& suspicion,
                   std::vector<grader::CaseRecord>& records);

}  // namespace kit::repair
