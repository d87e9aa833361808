#include "child.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "kit/error.hpp"

extern char** environ;

namespace kit::grader {
namespace {

/// Threads that this user runs now: /proc/N/task has one sub-folder per thread.
rlim_t threads_of_user() {
  rlim_t count = 0;
  DIR* folder = opendir("/proc");
  if (folder == nullptr) return 4096;
  while (const dirent* entry = readdir(folder)) {
    if (std::isdigit(static_cast<unsigned char>(entry->d_name[0])) == 0) continue;
    struct stat status = {};
    const std::string path = std::string("/proc/") + entry->d_name + "/task";
    if (stat(path.c_str(), &status) == 0 && status.st_uid == getuid() && status.st_nlink > 2)
      count += status.st_nlink - 2;
  }
  closedir(folder);
  return count;
}

void limit(int resource, rlim_t value) {
  rlimit current{};
  if (getrlimit(static_cast<__rlimit_resource_t>(resource), &current) != 0) return;
  if (current.rlim_max != RLIM_INFINITY && current.rlim_max < value) value = current.rlim_max;
  const rlimit wanted{value, value};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted);
}

/// Everything the child needs, made before fork(): between fork() and exec() only calls that are
/// safe in a signal handler are made.
struct Plan {
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
    const std::string candidate = folders.substr(begin, end - begin) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    begin = end + 1;
  }
  return name;
}

void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, 0U) == 0) return;
#endif
  const long most = sysconf(_SC_OPEN_MAX);
  for (int fd = first; fd < (most > 0 && most < 65536 ? most : 65536); ++fd) close(fd);
}

[[noreturn]] void become(const Plan& plan) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != plan.parent) _exit(127);  // the parent died before the line above
  const int count = static_cast<int>(plan.descriptors.size());
  // First out of the way of the final numbers, then onto them.
  int moved[8];
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

pid_t start_child(const std::vector<std::string>& argv, const std::vector<int>& descriptors,
                  const ProcessLimits& limits, const Environment& environment) {
  if (descriptors.size() > 8) throw HarnessError("a child gets at most 8 descriptors");
  Plan plan;
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
  for (char** entry = environ; *entry != nullptr; ++entry) {
    bool replaced = false;
    for (const auto& variable : environment) {
      const std::size_t length = variable.first.size();
      replaced |=
          std::strncmp(*entry, variable.first.c_str(), length) == 0 && (*entry)[length] == '=';
    }
    if (!replaced) plan.envp.push_back(*entry);
  }
  for (std::string& entry : added) plan.envp.push_back(entry.data());
  plan.envp.push_back(nullptr);
  const pid_t pid = fork();
  if (pid < 0)
    throw HarnessError(std::string("no process can be started: ") + std::strerror(errno));
  if (pid == 0) become(plan);
  setpgid(pid, pid);  // whichever of parent and child comes first
  return pid;
}

ProcessEnd wait_for(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) return end_by_signal(WTERMSIG(status));
  ProcessEnd end;
  end.code = WEXITSTATUS(status);
  end.text = "exited with code " + std::to_string(end.code);
  return end;
}

ProcessEnd end_by_signal(int number) {
  ProcessEnd end;
  end.signalled = true;
  end.code = number;
  std::string name = strsignal(end.code);
  for (char& letter : name)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  end.text = "killed by signal " + std::to_string(end.code) + " (" + name + ")";
  return end;
}

std::pair<int, int> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw HarnessError(std::string("no pipe can be made: ") + std::strerror(errno));
  return {ends[0], ends[1]};
}

void set_nonblocking(int fd) {
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

bool drain(int fd, std::string& text, std::size_t limit, std::uint64_t& total) {
  char buffer[65536];
  // Bounded, so that a child that prints without end cannot keep the judge from its clock.
  for (int round = 0; round < 16; ++round) {
    const ssize_t count = read(fd, buffer, sizeof buffer);
    if (count == 0) return false;
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    const std::size_t kept = std::min(static_cast<std::size_t>(count), limit - text.size());
    text.append(buffer, kept);
    total += static_cast<std::uint64_t>(count);
  }
  return true;
}

}  // namespace kit::grader
