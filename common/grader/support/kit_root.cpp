#include "grader/support/kit_root.hpp"

#include <cstdlib>
#include <filesystem>
#include <random>

#include "kit/error.hpp"
#include "grader/process/process.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

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

std::string kit_root() {
  const char* set = std::getenv("KIT_ROOT");
  fs::path root = set != nullptr ? fs::path(set) : fs::path();
  if (root.empty()) {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    root = program.parent_path().parent_path().parent_path();
  }
  if (!fs::exists(root / "common/tools/compile"))
    throw HarnessError("the kit's folder is not at '" + root.string() +
                       "'; set KIT_ROOT to the folder that holds labs/ and common/");
  return fs::absolute(root).lexically_normal().string();
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

std::uint64_t fresh_seed() {
  return std::random_device{}();
}

}  // namespace kit::grader
