/// @file
/// A child is signalled only before it is reaped: until then its number, and its group's, belong to
/// nobody else.
#include "grader/process/child.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <fstream>

#include "grader/process/event_loop.hpp"

namespace kit::grader {
namespace {

/// Not in every C library that we meet; closed on exec by itself.
UniqueFd open_end_of(pid_t pid) {
#ifdef SYS_pidfd_open
  return UniqueFd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
#else
  return UniqueFd();
#endif
}

ProcessEnd reap(pid_t pid) {
  int status = 0;
  pid_t reaped = 0;
  do reaped = waitpid(pid, &status, 0);
  while (reaped < 0 && errno == EINTR);
  // As where SIGCHLD is ignored, which a program inherits.
  if (reaped != pid) return {false, -1, "ended in a way that the system did not keep"};
  if (WIFSIGNALED(status)) return end_by_signal(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  return {false, code, fmt::format("exited with code {}", code)};
}

}  // namespace

ProcessEnd end_by_signal(int number) {
  std::string name = strsignal(number);
  for (char& letter : name)
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return {true, number, fmt::format("killed by signal {} ({})", number, name)};
}

ChildProcess::ChildProcess(const std::vector<std::string>& argv,
                           const std::vector<int>& descriptors, const ProcessLimits& limits,
                           const Environment& environment)
    : pid_(spawn(argv, descriptors, limits, environment)), end_fd_(open_end_of(pid_)) {}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), end_fd_(std::move(other.end_fd_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  if (this == &other) return *this;
  stop();
  pid_ = std::exchange(other.pid_, -1);
  end_fd_ = std::move(other.end_fd_);
  return *this;
}

bool ChildProcess::has_ended() const {
  siginfo_t info{};
  const int status = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
  return status != 0 || info.si_pid != 0;
}

double ChildProcess::seconds_without_core() const {
  // "nanoseconds on a core, nanoseconds waiting for one, time slices"
  std::ifstream file(fmt::format("/proc/{}/schedstat", pid_));
  std::int64_t ran = 0, waited = 0;
  return file >> ran >> waited ? double(waited) / 1e9 : 0;
}

double ChildProcess::seconds_on_cores() const {
  clockid_t clock = 0;
  timespec time{};
  if (clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

int ChildProcess::cores() const {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(pid_, sizeof(set), &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

ProcessEnd ChildProcess::stop() {
  if (!running()) return {};
  // The group first: it outlives its leader if the student's code forked.
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  end_fd_.close();
  return reap(std::exchange(pid_, -1));
}

ProcessEnd ChildProcess::finish(double seconds) {
  EventLoop loop;
  loop.on_end(*this, [] {});
  loop.run(Deadline(seconds), [this] { return !running() || has_ended(); });
  return stop();
}

}  // namespace kit::grader
