/// @file
/// What the formats of several course systems have in common.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "classroom/reports/reports.hpp"

namespace kit::classroom {

/// JSON as a file's text. Bytes that are no UTF-8, as of a compiler's messages, are replaced.
std::string json_file_text(const nlohmann::json& value);

/// A lab's grade for people, in plain text: the verdict, the lateness, the sandbox, and what the
/// compiler said.
std::string plain_summary(const ScoredGrade& one);

/// Points with two decimals, as course systems show them.
double rounded_points(double points);

}  // namespace kit::classroom
