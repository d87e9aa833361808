// A figure without its machine is worth nothing: what it depends on is asked of the machine's own
// programs, one line each. What a machine does not have stays empty, and stops no measurement.
#include "bench/driver/machine.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "bench/driver/sources.hpp"
#include "grader/process/process.hpp"
#include "grader/support/environment_variable.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

/// What a command prints, standard error included; empty if it fails or is not there.
std::string output_of(const Words& command) {
  grader::ProcessLimits limits;
  limits.seconds = 60;
  const grader::CommandResult result = grader::run_command(command, limits);
  const bool failed = result.timed_out || result.end.signalled || result.end.code != 0;
  return failed ? "" : result.output;
}

std::string first_line_of(const Words& command) {
  const std::string output = output_of(command);
  return output.substr(0, output.find('\n'));
}

/// What the driver says of the first card; `fields` as nvidia-smi names them.
std::string ask_card(const std::string& fields) {
  return first_line_of({"nvidia-smi", "--format=csv,noheader", "--query-gpu=" + fields});
}

/// "CUDA 12.4", out of nvcc's "Cuda compilation tools, release 12.4, V12.4.131".
std::string toolkit() {
  std::string text = output_of({"nvcc", "--version"});
  // The toolkit's usual place, which is not in everybody's PATH.
  if (text.empty()) text = output_of({"/usr/local/cuda/bin/nvcc", "--version"});
  const std::string before = "release ";
  const std::size_t at = text.find(before);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + before.size();
  return "CUDA " + text.substr(begin, text.find_first_not_of("0123456789.", begin) - begin);
}

/// The first line of the version of CXX, which may be several words, such as "ccache g++".
std::string compiler() {
  std::istringstream set(environment_variable("CXX"));
  Words command(std::istream_iterator<std::string>(set), {});
  if (command.empty()) command = {"g++"};
  command.push_back("--version");
  return first_line_of(command);
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

/// The commit that is checked out, and whether files were edited since.
std::string commit(const std::string& root) {
  const char* const named = std::getenv("KIT_COMMIT");  // where there is no git
  if (named != nullptr) return named;
  return first_line_of({"git", "-C", root, "describe", "--always", "--dirty", "--exclude", "*"});
}

}  // namespace

json describe_machine(const std::string& root, bool cuda) {
  json machine;
  machine["card"] = cuda ? ask_card("name") : "no GPU";
  if (cuda) {
    machine["driver"] = ask_card("driver_version");
    machine["clocks"] = ask_card("clocks.sm,clocks.max.sm,clocks.max.memory") +
                        " (SM before the run, SM at most, memory)";
    machine["nvcc"] = toolkit();
  }
  machine["compiler"] = compiler();
  machine["processor"] =
      fmt::format("{}, {} threads", processor(), std::thread::hardware_concurrency());
  machine["date"] = today();
  machine["commit"] = commit(root);
  machine["sources"] = fingerprint_of_sources(root);
  return machine;
}

std::string circumstances(const json& machine) {
  return fmt::format("{}; {}; {}", machine.value("card", ""), machine.value("processor", ""),
                     machine.value("sources", ""));
}

std::string headline(const json& machine) {
  std::string text = machine.value("card", "");
  for (const char* key : {"driver", "nvcc", "clocks"}) {
    const std::string value = machine.value(key, "");
    if (!value.empty()) text += (std::string(key) == "driver" ? ", driver " : ", ") + value;
  }
  return fmt::format("{}; {}, {}; {}, commit {}", text, machine.value("processor", ""),
                     machine.value("compiler", ""), machine.value("date", ""),
                     machine.value("commit", "unknown"));
}

}  // namespace kit::bench
