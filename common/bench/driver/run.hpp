/// @file
/// Measures what is missing.
#pragma once

#include <string>

#include "bench/driver/plan.hpp"
#include "bench/driver/results.hpp"

namespace kit::bench {

struct RunSettings {
  std::string root;  ///< the kit's folder
  Choice choice;
  int jobs = 2;  ///< compilers at once
};

/// Builds the programs that the points need, measures those without a result, and appends each as
/// soon as it is done. Tells on standard error what is done and left.
void measure_missing(const std::vector<nlohmann::json>& points, Results& results,
                     const RunSettings& settings);

/// A point in one line, for people.
std::string describe(const nlohmann::json& point);

}  // namespace kit::bench
