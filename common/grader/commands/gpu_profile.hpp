/// @file
/// What ncu measured of a launch, in a few lines.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace kit::grader {

/// One launch under ncu: its kernel's name, and metrics by ncu's names.
struct MeasuredLaunch {
  std::string kernel;
  std::map<std::string, double> metrics;
};

/// The metrics that digest() shows, as ncu's option --metrics takes them.
std::string ncu_metrics();

/// Reads what ncu --csv wrote: one line for each launch and metric. Lines that are no such row are
/// passed over.
std::vector<MeasuredLaunch> read_ncu_csv(const std::string& text);

/// Time, what bounds the launch, and sectors per request, for people.
std::string digest(const MeasuredLaunch& launch);

}  // namespace kit::grader
