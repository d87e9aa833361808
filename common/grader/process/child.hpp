/// @file
/// The owner of a child process, from its start to its reaping.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "grader/process/spawn.hpp"
#include "kit/unique_fd.hpp"

namespace kit::grader {

/// How a child ended.
struct ProcessEnd {
  bool signalled = false;
  int code = 0;      ///< exit code, or the signal's number; -1 if nobody can tell any more
  std::string text;  ///< "exited with code 3", "killed by signal 11 (segmentation fault)"
};

/// The end of a process that this signal killed.
ProcessEnd end_by_signal(int number);

/// Owns a child and its process group, or none. At the end of its life the whole group is killed
/// and the child is reaped, so that neither a zombie nor a process is left.
class ChildProcess {
 public:
  /// Owns none.
  ChildProcess() = default;
  /// Starts one; see spawn(). Throws HarnessError if there can be no process.
  ChildProcess(const std::vector<std::string>& argv, const std::vector<int>& descriptors,
               const ProcessLimits& limits, const Environment& environment = {});
  ChildProcess(ChildProcess&& other) noexcept;
  /// Stops the child that it had.
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess() { stop(); }

  /// True from the start of a child until it is reaped, also when it has ended meanwhile.
  bool running() const { return pid_ > 0; }
  /// Its process id, which is its group's too; -1 if there is none.
  pid_t pid() const { return pid_; }
  /// Seconds that its main thread has wanted to run and had to wait for a core, so far; 0 where the
  /// system does not tell.
  double seconds_without_core() const;
  /// What all its threads together ran so far, in seconds of one core.
  double seconds_on_cores() const;
  /// How many cores it may run on, at least 1.
  int cores() const;
  /// True once the child can be reaped; does not reap it.
  bool has_ended() const;
  /// Readable from the child's end on; -1 where the kernel has no such descriptors.
  int end_fd() const { return end_fd_.get(); }

  /// Kills what is left of the group and reaps the child. Without a child it does nothing.
  ProcessEnd stop();
  /// Gives it `seconds` to end by itself, so that its own end is reported and not our kill, then
  /// stops it.
  ProcessEnd finish(double seconds);

 private:
  pid_t pid_ = -1;
  UniqueFd end_fd_;
};

}  // namespace kit::grader
