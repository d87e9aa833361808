/// @file
/// What control groups a job needs, before anything is made.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace kit::classroom {

/// A control group: its folder, and what is written to which of the folder's files.
struct ControlGroup {
  std::string folder;
  std::vector<std::pair<std::string, std::string>> settings;
};

/// The groups, below those that a process is in, that hold its children to `mebibytes` (2^20 bytes)
/// of memory and to `processes` processes together. `memberships` is the text of its
/// /proc/self/cgroup, for version 1, 2 or both.
std::vector<ControlGroup> plan_cgroups(const std::string& memberships, const std::string& name,
                                       long mebibytes, long processes);

}  // namespace kit::classroom
