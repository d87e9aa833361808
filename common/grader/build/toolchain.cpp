/// @file
/// Runs compilers under limits of time, memory and output. A compiler that the system killed,
/// mostly for want of memory, is run once more, since that says nothing about the student's code.
/// common/tools/compile says by its exit code which signal ended a program that it started, as a
/// shell does.
#include "grader/build/toolchain.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <sstream>

#include "grader/support/usable_cores.hpp"
#include "kit/error.hpp"

namespace kit::build {
namespace {

namespace fs = std::filesystem;

constexpr int kMebibytes = 6 * 1024;  // address space of each compiler
constexpr const char* kPart = ".part";

ToolResult judged(const grader::CommandResult& command) {
  constexpr int kShellKilled = 128;  // what a shell adds to the number of a signal
  ToolResult result;
  result.code = command.end.signalled ? 0 : command.end.code;
  result.ok = !command.end.signalled && command.end.code == 0;
  result.log = command.output;
  if (command.end.signalled)
    result.signal = command.end.code;
  else if (result.code > kShellKilled)
    result.signal = result.code - kShellKilled;
  return result;
}

/// Holds one of the slots.
class Slot {
 public:
  Slot(std::counting_semaphore<>& free, std::chrono::steady_clock::time_point end)
      : free_(free), taken_(free.try_acquire_until(end)) {}
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() {
    if (taken_) free_.release();
  }

 private:
  std::counting_semaphore<>& free_;
  bool taken_;
};

}  // namespace

CompilerSlots::CompilerSlots(int count) : free_(count > 0 ? count : usable_cores()) {}

Toolchain::Toolchain(CompilerSlots& slots, double seconds)
    : slots_(slots),
      seconds_(seconds),
      end_(Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}

ToolResult Toolchain::run(const std::vector<std::string>& command) {
  const Slot slot(slots_.free_, end_);
  grader::ProcessLimits limits;
  limits.seconds = std::chrono::duration<double>(end_ - Clock::now()).count();
  limits.memory_mib = kMebibytes;
  limits.output_bytes = kMaxLogBytes;
  if (limits.seconds > 0) {
    const grader::CommandResult result = grader::run_command(command, limits);
    if (!result.timed_out) return judged(result);
  }
  std::ostringstream said;
  said << "stopped: compiling took more than " << seconds_ << " s";
  throw OutOfTime(said.str());
}

ToolResult Toolchain::run_again_if_killed(const std::vector<std::string>& command) {
  const ToolResult result = run(command);
  return result.killed() ? run(command) : result;
}

bool ToolResult::killed() const {
  return signal == SIGKILL || signal == SIGTERM;
}

std::string why_ended(int signal, const std::string& name) {
  if (signal == SIGXCPU)
    return fmt::format("stopped: compiling took too long for one program; make {} simpler", name);
  if (signal == SIGXFSZ)
    return fmt::format("stopped: compiling took too much space; make {} smaller", name);
  return fmt::format(
      "stopped: compiling took more memory than there is, or a compiler crashed ({}); make {} "
      "smaller",
      grader::end_by_signal(signal).text, name);
}

fs::path headers_folder(const BuildPlan& plan, const std::string& mode) {
  return plan.build / "adapters" / ("headers-" + mode);
}

std::vector<std::string> compile_command(const BuildPlan& plan, const CompileStep& step) {
  std::vector<std::string> words = {(plan.root / "common/tools/compile").string(),
                                    "--backend",
                                    plan.backend,
                                    "--mode",
                                    step.mode,
                                    "--rewriter",
                                    (plan.build / "bin/cuda_rewrite").string(),
                                    "--headers",
                                    headers_folder(plan, step.mode).string(),
                                    "--out",
                                    step.object.string(),
                                    "-I",
                                    (plan.root / "labs" / plan.lab.lab).string()};
  for (const std::string& folder : step.includes) words.insert(words.end(), {"-I", folder});
  if (step.confined) words.insert(words.end(), {"--confine", "yes"});
  words.insert(words.end(), {step.source, "--"});
  words.insert(words.end(), step.flags.begin(), step.flags.end());
  return words;
}

fs::path part_of(const fs::path& target) {
  static std::atomic<unsigned> count{0};
  return fmt::format("{}{}{}-{}", target.string(), kPart, ::getpid(), ++count);
}

void remove_parts(const fs::path& target) {
  const std::string begin = target.filename().string() + kPart;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(target.parent_path(), error))
    if (entry.path().filename().string().starts_with(begin)) fs::remove(entry.path(), error);
}

}  // namespace kit::build
