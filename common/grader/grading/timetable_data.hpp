/// @file
/// When the copies and kernels of a call could run: what the page draws for labs with streams.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/lab/lab_config.hpp"

namespace kit::grader {

/// Of each stage one observed call with copies: of those with many operations, but no more than a
/// picture can show, the longest. docs/verdict.md explains the fields.
nlohmann::json timetables(const LabConfig& config, const std::vector<CaseRecord>& cases);

}  // namespace kit::grader
