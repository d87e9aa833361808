/// @file
/// The grading as JSON, schema "kit/verdict/v1", and back. No other code knows the keys;
/// docs/verdict.md documents every field.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "grader/judge/grading.hpp"
#include "grader/judge/verdict_file.hpp"
#include "grader/support/json_fields.hpp"
#include "kit/atomic_file.hpp"

namespace kit::grader {

inline constexpr const char* kSchema = "kit/verdict/v1";

/// What there is to say about a grading: with its headline, points, findings and the next step.
VerdictFile conclude(const Grading& grading);

nlohmann::json to_json(const VerdictFile& verdict);

/// Throws InputError if `value` is not of schema "kit/verdict/v1", lacks a field, or has one of
/// another type. "seed", "source" and "replay" may be missing.
VerdictFile verdict_file_from(const nlohmann::json& value);

/// Reads a verdict.json. Throws InputError if it is missing, not JSON or not whole.
VerdictFile read_verdict(const std::string& path);

/// Writes beside the target and renames, so that the file is there whole or not at all. Throws
/// InputError if it cannot be written.
void write_json(const std::string& path, const nlohmann::json& json,
                Survives what = Survives::program);

}  // namespace kit::grader
