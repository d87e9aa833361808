/// @file
/// Starting one process with its descriptors and limits: what ChildProcess is built on.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace kit::grader {

/// What a child may use.
struct ProcessLimits {
  double seconds = 5;  ///< wall clock per exchange
  std::int64_t memory_mib =
      0;  ///< address space; 0: no limit (CUDA reserves far more than it uses)
  std::size_t output_bytes = 64 * 1024;  ///< kept of what it prints; the rest is dropped
  std::int64_t file_bytes = std::int64_t(64) << 20;  ///< largest file it can write
};

/// Extra environment of a child: name and value.
using Environment = std::vector<std::pair<std::string, std::string>>;

/// Starts a program; argv[0] is looked up in PATH. Descriptor n of the process is descriptors[n] of
/// the caller, who keeps them; all others are closed. It runs in a process group of its own, dies
/// with its parent and dumps no core. Returns its id; throws HarnessError if there can be no
/// process. A program that cannot be executed exits with 127.
pid_t spawn(const std::vector<std::string>& argv, const std::vector<int>& descriptors,
            const ProcessLimits& limits, const Environment& environment);

}  // namespace kit::grader
