/// @file
/// Starting one child process with its descriptors and limits: what process.cpp is built on.
#pragma once

#include <string>
#include <vector>

#include "process.hpp"

namespace kit::grader {

/// A child's descriptors: fd n of the child is descriptors[n] of the parent; all others are closed.
/// Runs in a process group of its own, dies with its parent, dumps no core. Returns the process id;
/// throws HarnessError if there can be no process. A program that cannot be executed exits with
/// 127.
pid_t start_child(const std::vector<std::string>& argv, const std::vector<int>& descriptors,
                  const ProcessLimits& limits, const Environment& environment);

/// Waits for the child and puts into words how it ended.
ProcessEnd wait_for(pid_t pid);

/// The end of a process that this signal killed.
ProcessEnd end_by_signal(int number);

/// A pipe whose ends are closed on exec: {read end, write end}. Throws HarnessError.
std::pair<int, int> make_pipe();

/// Makes a descriptor non-blocking.
void set_nonblocking(int fd);

/// Appends what is ready on a non-blocking descriptor to `text`, which stays within `limit`, and
/// adds the number of bytes that were read to `total`. Returns false at end of file.
bool drain(int fd, std::string& text, std::size_t limit, std::uint64_t& total);

}  // namespace kit::grader
