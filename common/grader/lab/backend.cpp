// What runs kernels here is asked of common/tools/backend, which scripts ask too.
#include "grader/lab/backend.hpp"

#include <vector>

#include "grader/process/process.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

std::string tool_output(const std::vector<std::string>& command) {
  ProcessLimits limits;
  limits.seconds = 60;
  const CommandResult result = run_command(command, limits);
  if (result.timed_out || result.end.signalled || result.end.code != 0)
    throw HarnessError(command[0] +
                       " failed: " + result.output.substr(0, result.output.find('\n')));
  return result.output.substr(0, result.output.find('\n'));
}

}  // namespace

std::string to_string(Backend backend) {
  return backend == Backend::cuda ? "cuda" : "sim";
}

Backend choose_backend(const std::string& root, const std::string& name) {
  if (name == "sim") return Backend::sim;
  if (!name.empty() && name != "cuda")
    throw InputError("there is no backend '" + name + "'; the backends are: sim, cuda");
  const std::string tool = root + "/common/tools/backend";
  if (tool_output({tool}) == "cuda") return Backend::cuda;
  if (name.empty()) return Backend::sim;
  std::string why = tool_output({tool, "--explain"});
  why.erase(0, why.find(' ') + 1);  // it begins with "sim: "
  throw NeedsGpuError("BACKEND=cuda needs nvcc and a GPU (" + why + "); use BACKEND=sim");
}

}  // namespace kit::grader
