/// @file
/// What runs kernels here is asked of common/tools/backend, which scripts ask too.
#include "grader/lab/backend.hpp"

#include <fmt/format.h>

#include <vector>

#include "grader/process/process.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

std::string tool_output(const std::vector<std::string>& command) {
  ProcessLimits limits;
  limits.seconds = 60;
  const CommandResult result = run_command(command, limits);
  std::string first_line = result.output.substr(0, result.output.find('\n'));
  if (result.timed_out || result.end.signalled || result.end.code != 0)
    throw HarnessError(fmt::format("{} failed: {}", command[0], first_line));
  return first_line;
}

}  // namespace

std::string to_string(Backend backend) {
  return backend == Backend::cuda ? "cuda" : "sim";
}

Backend choose_backend(const std::string& root, const std::string& name) {
  if (name == "sim") return Backend::sim;
  if (!name.empty() && name != "cuda")
    throw InputError(fmt::format("there is no backend '{}'; the backends are: sim, cuda", name));
  const std::string tool = root + "/common/tools/backend";
  if (tool_output({tool}) == "cuda") return Backend::cuda;
  if (name.empty()) return Backend::sim;
  std::string why = tool_output({tool, "--explain"});
  why.erase(0, why.find(' ') + 1);  // it begins with "sim: "
  throw NeedsGpuError(fmt::format("BACKEND=cuda needs nvcc and a GPU ({}); use BACKEND=sim", why));
}

}  // namespace kit::grader
