/// @file
/// Runs compilers and linkers: within the build's time, and no more at once than its share of the
/// cores.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <semaphore>
#include <stdexcept>
#include <string>
#include <vector>

#include "grader/build/build_plan.hpp"
#include "grader/process/process.hpp"

namespace kit::build {

/// Kept of what one tool prints.
inline constexpr std::size_t kMaxLogBytes = std::size_t(64) << 10;

/// Lets so many compilers run at once; builds that run side by side may share one.
class CompilerSlots {
 public:
  /// `count` at once; 0 or less: as many as there are cores.
  explicit CompilerSlots(int count);

 private:
  friend class Toolchain;
  std::counting_semaphore<> free_;
};

/// The build took longer than it may.
struct OutOfTime : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A signal ended a program over one of the student's files: it took too much time, memory or
/// space.
struct ProgramEnded : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a tool said, and how it ended. Only how it ended says what became of it: in what a compiler
/// prints there is text of the file that it reads.
struct ToolResult {
  bool ok = false;  ///< exit code 0
  int signal = 0;   ///< what ended it, or a program that it started; 0 if nothing did
  int code = 0;     ///< exit code, 0 if a signal ended it
  std::string log;  ///< at most 64 KiB and a line
  /// From outside, mostly for want of memory: says nothing about what it was given.
  bool killed() const;
};

/// The tools of one build.
class Toolchain {
 public:
  /// All of the build may take `seconds` from now on.
  Toolchain(CompilerSlots& slots, double seconds);
  Toolchain(const Toolchain&) = delete;
  Toolchain& operator=(const Toolchain&) = delete;

  /// Runs a command once a slot is free. Throws OutOfTime.
  ToolResult run(const std::vector<std::string>& command);
  /// The same; a command that is killed has a second try. Killed twice, it took too much memory for
  /// what it was given.
  ToolResult run_again_if_killed(const std::vector<std::string>& command);

 private:
  using Clock = std::chrono::steady_clock;

  CompilerSlots& slots_;
  double seconds_;
  Clock::time_point end_;
};

/// One call of common/tools/compile.
struct CompileStep {
  std::string mode;  ///< "plain" or "observed"
  std::string source;
  std::filesystem::path object;
  std::vector<std::string> includes;  ///< folders, besides those of the kit and the lab
  std::vector<std::string> flags;     ///< passed on to the compiler
  bool confined = false;              ///< with checks that keep the code to its own memory
};

/// The whole command.
std::vector<std::string> compile_command(const BuildPlan& plan, const CompileStep& step);
/// One line that says what a program took too much of when a signal ended it; `name` is the file it
/// was given.
std::string why_ended(int signal, const std::string& name);
/// Where the simulator's precompiled headers of a mode lie.
std::filesystem::path headers_folder(const BuildPlan& plan, const std::string& mode);

/// A name beside `target` that no other process or thread uses. What is made there and then renamed
/// appears whole or not at all, and a compiler that outlives its build damages nothing.
std::filesystem::path part_of(const std::filesystem::path& target);
/// Removes what killed builds left beside `target`. The caller holds the lock of its folder.
void remove_parts(const std::filesystem::path& target);

}  // namespace kit::build
