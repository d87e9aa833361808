/// @file
/// Users and control groups for jobs.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "kit/error.hpp"
#include "sandbox.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;

bool write_setting(const fs::path& file, const std::string& value) {
  std::ofstream setting(file);
  setting << value << std::flush;
  return static_cast<bool>(setting);
}

/// Makes a group below `base` with its settings; empty if it cannot be.
std::string make_group(const fs::path& base, const std::string& name,
                       const std::vector<std::pair<std::string, std::string>>& settings) {
  std::error_code error;
  const fs::path group = base / name;
  if (!fs::create_directory(group, error) && error) return "";
  for (const auto& [setting, value] : settings) {
    if (write_setting(group / setting, value)) continue;
    fs::remove(group, error);
    return "";
  }
  return group.string();
}

}  // namespace

long take_user() {
  if (geteuid() != 0) return -1;
  // Numbers that no distribution gives to people or services.
  constexpr long kFirst = 60600, kCount = 400;
  for (long user = kFirst; user < kFirst + kCount; ++user) {
    const std::string path = "/run/lock/filterlab-user-" + std::to_string(user);
    std::error_code ignored;
    fs::create_directories("/run/lock", ignored);
    const int lock = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (lock < 0) continue;
    if (flock(lock, LOCK_EX | LOCK_NB) == 0) return user;  // left open until the process ends
    close(lock);
  }
  throw HarnessError("all users for sandboxes are taken; is another class run hanging?");
}

std::vector<std::string> make_cgroups(const std::string& name, long mebibytes, long processes) {
  std::vector<std::string> groups;
  const std::string bytes = std::to_string(mebibytes) + "000000";
  const std::string count = std::to_string(processes);
  std::ifstream own("/proc/self/cgroup");
  std::string line;
  while (std::getline(own, line)) {  // "4:memory:/path", or "0::/path" of version 2
    std::istringstream parts(line);
    std::string number, controllers, path, group;
    std::getline(parts, number, ':');
    std::getline(parts, controllers, ':');
    std::getline(parts, path);
    const fs::path below = fs::path(path).relative_path();
    if (controllers == "memory")
      group = make_group("/sys/fs/cgroup/memory" / below, name, {{"memory.limit_in_bytes", bytes}});
    else if (controllers == "pids")
      group = make_group("/sys/fs/cgroup/pids" / below, name, {{"pids.max", count}});
    else if (controllers.empty())
      group = make_group("/sys/fs/cgroup" / below, name,
                         {{"memory.max", bytes}, {"memory.swap.max", "0"}, {"pids.max", count}});
    if (!group.empty()) groups.push_back(group);
  }
  return groups;
}

void remove_cgroups(const std::vector<std::string>& cgroups) {
  // Its last processes may still be dying.
  for (const std::string& group : cgroups)
    for (int attempt = 0; attempt < 50 && rmdir(group.c_str()) != 0 && errno == EBUSY; ++attempt)
      usleep(10000);
}

}  // namespace kit::classroom
