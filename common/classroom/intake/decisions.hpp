/// @file
/// The instructor's tables of points by hand and of comments.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace kit::classroom {

/// A row of such a table.
struct DecisionRow {
  std::string student, lab;
  std::string value;  ///< points or the comment; empty takes it back
  std::string reason, by;
  std::string place;  ///< "override.csv:3"
};

/// Columns student_id, lab, points, reason and, if wanted, by (else `person`): points from 0 to
/// what the lab can give with its bonus. Throws InputError.
std::vector<DecisionRow> read_overrides(const std::string& path, const std::string& labs_folder,
                                        const std::string& person);

/// Columns student_id, lab, comment and, if wanted, by. Throws InputError.
std::vector<DecisionRow> read_comments(const std::string& path, const std::string& labs_folder,
                                       const std::string& person);

}  // namespace kit::classroom
