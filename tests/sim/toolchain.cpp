#include "toolchain.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

namespace kit::sim_test {
namespace fs = std::filesystem;

namespace {

// "BOOST_CONTEXT_LIB := /usr/lib/..." in build/deps.mk
std::string dependency(const std::string& name) {
  std::ifstream file(root() + "/build/deps.mk");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(name, 0) != 0) continue;
    const std::size_t start = line.find('=');
    return start == std::string::npos ? "" : line.substr(start + 1);
  }
  return "";
}

struct Built {
  std::string program;  // empty if it did not build
  std::string log;
};

const Built& built(const std::string& source) {
  static std::map<std::string, Built> done;
  if (const auto found = done.find(source); found != done.end()) return found->second;
  const std::string folder = root() + "/build/sim_programs";
  fs::create_directories(folder);
  const std::string stem = folder + "/" + fs::path(source).stem().string();
  const Outcome outcome =
      run("cd " + root() + " && common/tools/compile --backend sim --out " + stem + ".o " + source +
          " && ${CXX:-g++} -no-pie " + stem + ".o build/lib/libsim.a " +
          dependency("BOOST_CONTEXT_LIB") + " -lpthread -o " + stem);
  Built result;
  if (outcome.status == 0) result.program = stem;
  result.log = outcome.output;
  return done[source] = result;
}

}  // namespace

std::string root() {
  if (const char* given = std::getenv("KIT_ROOT")) return given;
  return fs::current_path().string();
}

Outcome run(const std::string& command) {
  std::FILE* pipe =
      popen(("exec 2>&1 timeout --kill-after=1 30 bash -c '" + command + "'").c_str(), "r");
  Outcome outcome;
  if (pipe == nullptr) return {99, "cannot run " + command};
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof(buffer), pipe)) {
    outcome.output.append(buffer, got);
  }
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

Outcome build_and_run(const std::string& source, int seed, int threads) {
  const Built& program = built(source);
  if (program.program.empty()) return {1, program.log};
  return run("export KIT_SIM_SEED=" + std::to_string(seed) +
             " KIT_SIM_THREADS=" + std::to_string(threads) + "; " + program.program + "; exit $?");
}

std::vector<std::string> programs_in(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(root() + "/" + folder)) {
    if (entry.path().extension() == ".cu") {
      files.push_back(folder + "/" + entry.path().filename().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace kit::sim_test
