/// @file
/// /proc/N/stat says of each process its parent, its group and its times. A sandbox's processes are
/// there too, whatever number they have inside.
#include "grader/process/cpu_time.hpp"

#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <system_error>

namespace kit::grader {
namespace {

struct ProcessTimes {
  pid_t parent = 0, group = 0;
  double ticks = 0;
};

std::optional<ProcessTimes> read_times(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream read;
  read << file.rdbuf();  // unlike the buffer's own iterators, throws nothing if the process has
                         // ended
  const std::string text = read.str();
  // The name, in parentheses, may hold anything.
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(name_end + 1));
  ProcessTimes times;
  std::string skipped;
  fields >> skipped >> times.parent >> times.group;
  for (int field = 6; field < 14; ++field) fields >> skipped;
  // In user and in system mode, its own and those of children that were waited for.
  for (int field = 14; field < 18; ++field) {
    double ticks = 0;
    fields >> ticks;
    times.ticks += ticks;
  }
  if (!fields) return std::nullopt;
  return times;
}

}  // namespace

double cpu_seconds_of_tree(pid_t root) {
  std::map<pid_t, ProcessTimes> all;
  std::error_code error;
  std::filesystem::directory_iterator entries("/proc", error);
  for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
    const std::string name = entries->path().filename().string();
    if (std::isdigit(static_cast<unsigned char>(name[0])) == 0) continue;
    if (const auto times = read_times(entries->path().string() + "/stat"))
      all[std::atoi(name.c_str())] = *times;
  }
  std::set<pid_t> tree = {root};
  // A child may have a smaller number than its parent: until nothing is added.
  for (bool added = true; added;) {
    added = false;
    for (const auto& [id, times] : all)
      if (times.group == root || tree.count(times.parent) > 0) added |= tree.insert(id).second;
  }
  double ticks = 0;
  for (const pid_t id : tree)
    if (const auto found = all.find(id); found != all.end()) ticks += found->second.ticks;
  return ticks / double(sysconf(_SC_CLK_TCK));
}

}  // namespace kit::grader
