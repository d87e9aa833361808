/// @file
/// The terminal report: everything in it comes from verdict.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace kit::grader {

/// The report as text of at most 80 columns. Throws InputError if `verdict` is not of schema
/// "kit/verdict/v1", or lacks a field.
std::string report(const nlohmann::json& verdict, bool colour);

/// Reads a verdict.json. Throws InputError if it is missing or not JSON.
nlohmann::json read_verdict(const std::string& path);

}  // namespace kit::grader
