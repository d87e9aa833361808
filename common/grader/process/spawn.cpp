/// @file
/// Everything is made ready before fork(): between fork() and exec() only calls that are safe in a
/// signal handler are made, since another thread may hold any lock.
#include "grader/process/spawn.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "kit/error.hpp"

extern char** environ;

namespace kit::grader {
namespace {

/// Threads that this user runs now: /proc/N/task has one sub-folder per thread.
rlim_t threads_of_user() {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::directory_iterator processes("/proc", error);
  if (error) return 4096;
  rlim_t count = 0;
  for (; !error && processes != fs::directory_iterator(); processes.increment(error)) {
    if (std::isdigit(static_cast<unsigned char>(processes->path().filename().c_str()[0])) == 0)
      continue;
    struct stat status = {};
    const std::string path = (processes->path() / "task").string();
    if (stat(path.c_str(), &status) == 0 && status.st_uid == getuid() && status.st_nlink > 2)
      count += status.st_nlink - 2;
  }
  return count;
}

void limit(int resource, rlim_t value) {
  rlimit current{};
  if (getrlimit(static_cast<__rlimit_resource_t>(resource), &current) != 0) return;
  if (current.rlim_max != RLIM_INFINITY && current.rlim_max < value) value = current.rlim_max;
  const rlimit wanted{value, value};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted);
}

constexpr std::size_t kMaxDescriptors = 8;

/// Everything the child needs.
struct SpawnPlan {
  std::vector<char*> argv, envp;
  std::vector<int> descriptors;
  ProcessLimits limits;
  rlim_t threads = 0;  ///< 0: no limit
  pid_t parent = 0;
  std::string program;
};

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "/usr/bin:/bin";
  std::size_t begin = 0;
  while (begin <= folders.size()) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    std::string candidate = folders.substr(begin, end - begin) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    begin = end + 1;
  }
  return name;
}

/// The caller's environment with the entries "NAME=VALUE" of `added` in place of its own.
std::vector<char*> joined_environment(std::vector<std::string>& added) {
  std::vector<char*> joined;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const bool replaced = std::any_of(added.begin(), added.end(), [&](const std::string& one) {
      return std::strncmp(*entry, one.c_str(), one.find('=') + 1) == 0;
    });
    if (!replaced) joined.push_back(*entry);
  }
  for (std::string& entry : added) joined.push_back(entry.data());
  joined.push_back(nullptr);
  return joined;
}

void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0) return;
#endif
  const long most = sysconf(_SC_OPEN_MAX);
  for (int fd = first; fd < (most > 0 && most < 65536 ? most : 65536); ++fd) close(fd);
}

[[noreturn]] void become(const SpawnPlan& plan) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != plan.parent) _exit(127);  // the parent died before the line above
  const int count = static_cast<int>(plan.descriptors.size());
  // First out of the way of the final numbers, then onto them.
  int moved[kMaxDescriptors];
  for (int i = 0; i < count; ++i) moved[i] = fcntl(plan.descriptors[std::size_t(i)], F_DUPFD, 64);
  for (int i = 0; i < count; ++i)
    if (dup2(moved[i], i) < 0) _exit(127);
  close_from(count);
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, static_cast<rlim_t>(plan.limits.file_bytes));
  if (plan.limits.memory_mib > 0)
    limit(RLIMIT_AS, static_cast<rlim_t>(plan.limits.memory_mib) << 20);
  if (plan.threads > 0) limit(RLIMIT_NPROC, plan.threads);
  execve(plan.program.c_str(), plan.argv.data(), plan.envp.data());
  _exit(127);
}

}  // namespace

pid_t spawn(const std::vector<std::string>& argv, const std::vector<int>& descriptors,
            const ProcessLimits& limits, const Environment& environment) {
  if (descriptors.size() > kMaxDescriptors)
    throw HarnessError("a child gets at most 8 descriptors");
  SpawnPlan plan;
  plan.program = find_program(argv.at(0));
  plan.descriptors = descriptors;
  plan.limits = limits;
  plan.parent = getpid();
  // The limit counts all processes of a user, and does not bind root.
  constexpr rlim_t kThreadsAllowed = 512;
  if (getuid() != 0) plan.threads = threads_of_user() + kThreadsAllowed;
  for (const std::string& argument : argv) plan.argv.push_back(const_cast<char*>(argument.c_str()));
  plan.argv.push_back(nullptr);
  std::vector<std::string> added;
  for (const auto& [name, value] : environment) added.push_back(name + "=" + value);
  plan.envp = joined_environment(added);
  const pid_t pid = fork();
  if (pid < 0)
    throw HarnessError(std::string("no process can be started: ") + std::strerror(errno));
  if (pid == 0) become(plan);
  setpgid(pid, pid);  // whichever of parent and child comes first
  return pid;
}

}  // namespace kit::grader
