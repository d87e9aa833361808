#include "bench/driver/machine.hpp"

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

#include "grader/process/process.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;

/// The first line that a shell command prints, or empty.
std::string line_of(const std::string& command) {
  grader::ProcessLimits limits;
  limits.seconds = 60;
  const grader::CommandResult result =
      grader::run_command({"/bin/bash", "-c", command + " 2>/dev/null"}, limits);
  return result.output.substr(0, result.output.find('\n'));
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(": ") + 2);
  }
  return "unknown processor";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%F", std::localtime(&now));
  return text;
}

}  // namespace

json describe_machine(const std::string& root, bool cuda) {
  json machine;
  const std::string query = "nvidia-smi --format=csv,noheader --query-gpu=";
  machine["card"] = cuda ? line_of(query + "name | head -n 1") : "no GPU";
  if (cuda) {
    machine["driver"] = line_of(query + "driver_version | head -n 1");
    machine["clocks"] = line_of(query + "clocks.sm,clocks.max.sm,clocks.max.memory | head -n 1") +
                        " (SM before the run, SM at most, memory)";
    machine["nvcc"] = line_of(
        "PATH=$PATH:/usr/local/cuda/bin nvcc --version | sed -n 's/.*release \\([0-9.]*\\).*/CUDA "
        "\\1/p'");
  }
  machine["compiler"] = line_of("${CXX:-g++} --version");
  machine["processor"] =
      processor() + ", " + std::to_string(std::thread::hardware_concurrency()) + " threads";
  machine["date"] = today();
  const char* const commit = std::getenv("KIT_COMMIT");  // where there is no git
  machine["commit"] =
      commit != nullptr ? std::string(commit)
                        : line_of("git -C '" + root + "' describe --always --dirty --exclude '*'");
  // What is measured, and what measures it.
  machine["sources"] = line_of(
      "cd '" + root +
      "' && find common/image common/sim labs/*/lab.hpp solutions common/bench tests/labs/*/bench "
      "tests/labs/*/reference tests/labs/*/baseline -type f \\( -name '*.?pp' -o -name '*.cu' -o "
      "-name "
      "'*.h' -o -name '*.mk' -o -name '*.py' \\) -not -path 'common/bench/driver/*' | LC_ALL=C "
      "sort | "
      "xargs cat | sha256sum "
      "| cut -c1-12");
  return machine;
}

std::string circumstances(const json& machine) {
  return machine.value("card", "") + "; " + machine.value("processor", "") + "; " +
         machine.value("sources", "");
}

std::string headline(const json& machine) {
  std::string text = machine.value("card", "");
  for (const char* key : {"driver", "nvcc", "clocks"}) {
    const std::string value = machine.value(key, "");
    if (!value.empty()) text += (std::string(key) == "driver" ? ", driver " : ", ") + value;
  }
  return text + "; " + machine.value("processor", "") + ", " + machine.value("compiler", "") +
         "; " + machine.value("date", "") + ", commit " + machine.value("commit", "unknown");
}

}  // namespace kit::bench
