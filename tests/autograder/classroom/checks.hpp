/// @file
/// A verdict.json as the list of things that earn points: what all course systems' formats show.
#pragma once

#include <string>
#include <vector>

#include "reports.hpp"

namespace kit::classroom {

/// One stage or one piece of evidence.
struct Check {
  std::string id, name, verdict;
  double points = 0, max_points = 0;
  bool bonus = false;
  std::string message;  ///< plain text, several lines
  bool passed() const { return verdict == "passed"; }
};

/// The checks of a grade; one that stands for all of it if nothing could be run.
std::vector<Check> checks_of(const Grade& grade);

/// The verdict in words: "timed out".
std::string words(const std::string& verdict);

/// The compiler's messages, shortened; empty if there are none.
std::string build_log(const Grade& grade, std::size_t most_bytes);

/// A number of verdict.json, which may be null or a text such as "inf".
std::string shown(const nlohmann::json& value);

/// The largest speedup over one core of the CPU that counts, or 0.
double best_speedup(const Grade& grade);

}  // namespace kit::classroom
