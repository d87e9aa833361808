#include "toolchain.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>
#include <thread>

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

std::string name_of(Mode mode) {
  return mode == Mode::plain ? "plain" : mode == Mode::observed ? "observed" : "confined";
}

// build/sim_programs/faults_leak_observed for tests/sim/faults/leak.cu
std::string stem_of(const std::string& source, Mode mode) {
  std::string name = fs::path(source).lexically_relative("tests/sim").replace_extension().string();
  std::replace(name.begin(), name.end(), '/', '_');
  return root() + "/build/sim_programs/" + name + (mode == Mode::plain ? "" : "_" + name_of(mode));
}

std::string options_of(Mode mode) {
  const std::string build = mode == Mode::plain ? "plain" : "observed";
  return "--mode " + build + (mode == Mode::confined ? " --confine yes" : "") +
         " --headers build/sim_programs/headers-" + build;
}

// The commands leave STEM, if the program could be built, and STEM.log.
// Of programs without kernels the threads of OpenMP are observed, as in a grading of lab 01.
std::string build_command(const std::string& source, Mode mode) {
  const std::string stem = stem_of(source, mode);
  const bool host = fs::path(source).extension() == ".cpp" && mode == Mode::observed;
  const std::string openmp = host ? "@common/sim/openmp/wrap.options build/lib/libopenmp.a " : "";
  return "( rm -f " + stem + "; common/tools/compile --backend sim " + options_of(mode) +
         " --out " + stem + ".o " + source + " && ${CXX:-g++} -no-pie " + stem + ".o " + openmp +
         "build/lib/libsim.a " + dependency("BOOST_CONTEXT_LIB") + " -lpthread -ldl -o " + stem +
         " ) >" + stem + ".log 2>&1";
}

constexpr int kBuildSeconds = 300;  // on a busy machine

// Programs that this run has built; a test may not use what an earlier run has left.
std::set<std::string>& built() {
  static std::set<std::string> stems;
  return stems;
}

// " NAME=VALUE" of the comment that the file begins with, or nothing.
std::string setting_of(const std::string& source) {
  constexpr std::string_view kSetting = "// setting:";
  std::ifstream file(root() + "/" + source);
  for (std::string line; std::getline(file, line) && line.starts_with("//");)
    if (line.starts_with(kSetting)) return line.substr(kSetting.size());
  return "";
}

}  // namespace

void build_all(const std::vector<std::string>& sources, Mode mode) {
  fs::create_directories(root() + "/build/sim_programs");
  std::atomic<std::size_t> next{0};
  std::vector<std::string> missing;
  for (const std::string& source : sources) {
    if (built().insert(stem_of(source, mode)).second) missing.push_back(source);
  }
  static std::set<Mode> with_headers;
  if (!missing.empty() && with_headers.insert(mode).second)
    run("cd " + root() + "; common/tools/compile --precompile " + options_of(mode), kBuildSeconds);
  std::vector<std::thread> workers(std::max(1u, std::thread::hardware_concurrency()));
  for (std::thread& worker : workers) {
    worker = std::thread([&] {
      for (std::size_t i = next++; i < missing.size(); i = next++) {
        run("cd " + root() + "; " + build_command(missing[i], mode), kBuildSeconds);
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
}

std::string root() {
  if (const char* given = std::getenv("KIT_ROOT")) return given;
  return fs::current_path().string();
}

Outcome run(const std::string& command, int seconds) {
  const std::string limit = "timeout --kill-after=1 " + std::to_string(seconds);
  std::FILE* pipe = popen(("exec 2>&1 " + limit + " bash -c '" + command + "'").c_str(), "r");
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

Outcome build_and_run(const std::string& source, int seed, int threads, Mode mode,
                      const std::string& streams) {
  build_all({source}, mode);
  const std::string program = stem_of(source, mode);
  if (!fs::exists(program)) return {1, run("cat " + program + ".log").output};
  return run("cd " + root() + "; export KIT_SIM_SEED=" + std::to_string(seed) +
             " KIT_SIM_THREADS=" + std::to_string(threads) + " KIT_SIM_STREAMS=" + streams +
             setting_of(source) + "; " + program + "; exit $?");
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

std::vector<std::string> share_of(const std::vector<std::string>& files, std::size_t most) {
  const char* text = std::getenv("SHARE");
  const std::size_t wanted = text != nullptr ? std::max(1ul, std::strtoul(text, nullptr, 10)) : 1;
  const std::size_t share = std::min(wanted, most);
  std::vector<std::string> some;
  const char* draw = std::getenv("DRAW");
  const std::size_t first = draw != nullptr ? std::strtoull(draw, nullptr, 10) % share : 0;
  for (std::size_t n = first; n < files.size(); n += share) {
    some.push_back(files[n]);
  }
  return some;
}

}  // namespace kit::sim_test
