// A user number and a control group for each job. Numbers are locked by files, since several class
// runs may be at work on a machine, and the kernel lets go of a lock when its process ends in any
// way. A machine without writable control groups is no fault: the limits of each process hold
// there.
#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "classroom/sandbox/control_groups.hpp"
#include "classroom/sandbox/sandbox.hpp"
#include "grader/process/event_loop.hpp"
#include "kit/error.hpp"
#include "kit/unique_fd.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;

bool write_setting(const fs::path& file, const std::string& value) {
  std::ofstream setting(file);
  setting << value << std::flush;
  return static_cast<bool>(setting);
}

/// False if it cannot be made; then nothing of it is left.
bool make_group(const ControlGroup& group) {
  std::error_code error;
  const fs::path folder = group.folder;
  if (!fs::create_directory(folder, error) && error) return false;
  // The kernel fills a group's folder; where no groups are mounted it is just a folder.
  bool made = fs::exists(folder / "cgroup.procs", error);
  for (const auto& [setting, value] : group.settings)
    made = made && write_setting(folder / setting, value);
  if (!made) fs::remove(folder, error);
  return made;
}

}  // namespace

long take_user() {
  if (geteuid() != 0) return -1;
  // Numbers that no distribution gives to people or services.
  constexpr long kFirst = 60600, kCount = 400;
  static std::vector<UniqueFd> taken;  // until the process ends
  for (long user = kFirst; user < kFirst + kCount; ++user) {
    const std::string path = fmt::format("/run/lock/filterlab-user-{}", user);
    std::error_code ignored;
    fs::create_directories("/run/lock", ignored);
    UniqueFd lock(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!lock.valid() || flock(lock.get(), LOCK_EX | LOCK_NB) != 0) continue;
    taken.push_back(std::move(lock));
    return user;
  }
  throw HarnessError("all users for sandboxes are taken; is another class run hanging?");
}

std::vector<ControlGroup> plan_cgroups(const std::string& memberships, const std::string& name,
                                       long mebibytes, long processes) {
  const std::string bytes = std::to_string(mebibytes << 20), count = std::to_string(processes);
  std::vector<ControlGroup> groups;
  std::istringstream lines(memberships);
  for (std::string line; std::getline(lines, line);) {  // "4:memory:/path"; "0::/path": version 2
    std::istringstream parts(line);
    std::string number, controllers, path;
    std::getline(parts, number, ':');
    std::getline(parts, controllers, ':');
    std::getline(parts, path);
    const std::string below =
        (fs::path(controllers) / fs::path(path).relative_path() / name).string();
    const std::string folder = (fs::path("/sys/fs/cgroup") / below).string();
    if (controllers == "memory")
      groups.push_back({folder, {{"memory.limit_in_bytes", bytes}}});
    else if (controllers == "pids")
      groups.push_back({folder, {{"pids.max", count}}});
    else if (controllers.empty())
      groups.push_back(
          {folder, {{"memory.max", bytes}, {"memory.swap.max", "0"}, {"pids.max", count}}});
  }
  return groups;
}

std::vector<std::string> make_cgroups(const std::string& name, long mebibytes, long processes) {
  std::vector<std::string> made;
  std::ifstream own("/proc/self/cgroup");
  std::ostringstream memberships;
  memberships << own.rdbuf();
  for (const ControlGroup& group : plan_cgroups(memberships.str(), name, mebibytes, processes))
    if (make_group(group)) made.push_back(group.folder);
  return made;
}

void remove_cgroups(const std::vector<std::string>& cgroups) {
  // Its last processes may still be dying.
  for (const std::string& group : cgroups)
    for (int attempt = 0; attempt < 50 && rmdir(group.c_str()) != 0 && errno == EBUSY; ++attempt)
      grader::pause(0.01);
}

}  // namespace kit::classroom
