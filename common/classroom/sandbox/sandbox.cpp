// A sandbox is a command line that is put before a program's own. Tier 1 is bubblewrap: the program
// sees the system's folders and its own, and no network. Tier 2, where bubblewrap is missing or not
// allowed, is a user number of its own and a filter of system calls: the program sees the file
// system, so that it is tried first whether that user could read what is secret. Both begin with
// kit_jail.
#include "classroom/sandbox/sandbox.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <utility>

#include "grader/process/process.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;
using grader::CommandResult;
using grader::ProcessLimits;
using grader::run_command;
using Words = std::vector<std::string>;

constexpr const char* kTemporaryBytes = "268435456";  // of /tmp in the sandbox
constexpr const char* kBuildSeconds = "30";           // of the CPU, for each program of a build
// All builds of a submission together. Each file is compiled twice and read by nvcc or clang: 3 s
// of the processors, and 10 on a slow machine with other work. By the clock more, since others
// compile too.
constexpr double kSecondsOfFile = 20, kClockOfProcessors = 2.5;
constexpr const char* kProcesses = "512";  // threads too: a GPU's driver starts some

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

CommandResult run_briefly(const Words& command) {
  ProcessLimits limits;
  limits.seconds = 20;
  return run_command(command, limits);
}

bool succeeds(const CommandResult& result) {
  return !result.timed_out && !result.end.signalled && result.end.code == 0;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// Whether this bubblewrap has an option; releases differ.
bool has_option(const std::string& option) {
  static const std::string help = run_briefly({"bwrap", "--help"}).output;
  return help.find(option) != std::string::npos;
}

/// The system's programs and libraries, read-only.
Words system_binds() {
  Words binds = {"--ro-bind", "/usr", "/usr"};
  for (const std::string name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64"}) {
    std::error_code error;
    if (fs::is_symlink(name, error))
      append(binds, {"--symlink", fs::read_symlink(name, error).string(), name});
    else if (fs::exists(name, error))
      append(binds, {"--ro-bind", name, name});
  }
  for (const std::string name : {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf"})
    append(binds, {"--ro-bind-try", name, name});
  return binds;
}

/// Where a program of the PATH, or given by its path, is; empty if it is nowhere.
fs::path find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  std::error_code error;
  for (std::string folder; std::getline(folders, folder, ':');)
    if (fs::exists(fs::path(folder) / name, error)) return fs::path(folder) / name;
  return {};
}

/// The folders of compilers that are not below /usr, read-only: /opt/gcc for /opt/gcc/bin/g++.
Words compiler_binds() {
  Words binds;
  for (const auto& [variable, usual] :
       {std::pair{"CXX", "g++"}, std::pair{"NVCC", "nvcc"}, std::pair{"KIT_CLANG", "clang++"}}) {
    const char* const set = std::getenv(variable);
    const fs::path named = find_program(set != nullptr && *set != '\0' ? set : usual);
    std::error_code error;
    for (const fs::path& program : {named, fs::canonical(named, error)}) {
      const fs::path prefix = program.parent_path().parent_path();
      if (!program.is_absolute() || !prefix.has_relative_path() ||
          *std::next(prefix.begin()) == "usr")
        continue;
      append(binds, {"--ro-bind-try", prefix.string(), prefix.string()});
    }
  }
  return binds;
}

Words gpu_binds() {
  Words binds;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/dev", error)) {
    const std::string path = entry.path().string();
    if (entry.path().filename().string().starts_with("nvidia"))
      append(binds, {"--dev-bind", path, path});
  }
  // The driver reads which cards and which NUMA nodes there are.
  append(binds, {"--ro-bind-try", "/sys", "/sys"});
  return binds;
}

bool can_read(const std::string& jail, long user, const std::string& path) {
  return succeeds(
      run_briefly({jail, "--user", std::to_string(user), "--", "/usr/bin/test", "-r", path}));
}

/// Why tier 1 does not work; empty if it does.
std::string bubblewrap_fault(const std::string& jail, long user) {
  if (run_briefly({"bwrap", "--version"}).end.code != 0) return "bubblewrap is not installed";
  SandboxPlan plan;
  plan.tier = Tier::bubblewrap;
  plan.jail = jail;
  plan.user = user;
  Words command = Sandbox(plan).tool_command("", "", {"/usr/bin/true"});
  const CommandResult result = run_briefly(command);
  return succeeds(result) ? "" : "bubblewrap: " + first_line(result.output + result.end.text);
}

/// Why tier 2 does not work; empty if it does.
std::string user_fault(const std::string& jail, long user, const Words& secrets) {
  if (user < 0) return "a separate user needs root";
  const CommandResult result =
      run_briefly({jail, "--user", std::to_string(user), "--filter", "--", "/usr/bin/true"});
  if (!succeeds(result)) return "a separate user: " + first_line(result.output + result.end.text);
  for (const std::string& secret : secrets)
    if (can_read(jail, user, secret))
      return fmt::format("a separate user could read {}; chmod 700 it or a folder above it",
                         secret);
  return "";
}

/// Why a tier does not work here; empty if it does.
std::string tier_fault(Tier tier, const std::string& jail, long user, const Words& secrets) {
  switch (tier) {
    case Tier::none:
      return "";
    case Tier::bubblewrap:
      return bubblewrap_fault(jail, user);
    case Tier::user:
      return user_fault(jail, user, secrets);
  }
  return "";
}

}  // namespace

std::string to_string(Tier tier) {
  switch (tier) {
    case Tier::none:
      return "none";
    case Tier::bubblewrap:
      return "1 (bubblewrap)";
    case Tier::user:
      return "2 (separate user)";
  }
  return "none";
}

Sandbox::Sandbox(SandboxPlan plan)
    : plan_(std::move(plan)),
      builds_(new grader::BuildBudget{
          grader::TimeBudget(plan_.patience * kSecondsOfFile * plan_.sources),
          grader::TimeBudget(plan_.patience * kClockOfProcessors * kSecondsOfFile *
                             plan_.sources)}) {}

Words Sandbox::jailed(const std::string& folder, const std::string& cpu_seconds) const {
  Words words = {plan_.jail};
  for (const std::string& group : plan_.cgroups) append(words, {"--cgroup", group});
  if (plan_.user >= 0) {
    append(words, {"--user", std::to_string(plan_.user)});
    if (plan_.without.count("processes") == 0)
      append(words, {"--limit", fmt::format("processes={}", kProcesses)});
  }
  append(words, {"--limit", "files=1024"});
  if (!cpu_seconds.empty()) append(words, {"--limit", "cpu=" + cpu_seconds});
  if (plan_.tier == Tier::user && plan_.without.count("network") == 0) words.push_back("--filter");
  if (plan_.tier != Tier::bubblewrap && !folder.empty()) append(words, {"--folder", folder});
  words.push_back("--");
  return words;
}

Words Sandbox::wrapped(const std::string& folder, const Words& binds,
                       const std::string& cpu_seconds) const {
  Words words = jailed(folder, cpu_seconds);
  if (plan_.tier != Tier::bubblewrap) return words;
  append(words, {"bwrap", "--unshare-all", "--unshare-user", "--die-with-parent", "--new-session"});
  if (has_option("--disable-userns")) words.push_back("--disable-userns");
  if (plan_.without.count("network") > 0) words.push_back("--share-net");
  if (plan_.without.count("files") > 0) {
    append(words, {"--ro-bind", "/", "/"});
  } else {
    append(words, system_binds());
    append(words, compiler_binds());
  }
  append(words, {"--proc", "/proc", "--dev", "/dev"});
  if (has_option("--size")) append(words, {"--size", kTemporaryBytes});
  append(words, {"--tmpfs", "/tmp"});
  if (plan_.gpu) append(words, gpu_binds());
  append(words, binds);
  // What is writable has a size: /tmp, and the folder that a build fills.
  if (plan_.without.count("files") == 0)
    append(words, {"--remount-ro", "/dev", "--remount-ro", "/"});
  append(words, {"--chdir", folder.empty() ? "/tmp" : folder, "--"});
  return words;
}

Words Sandbox::build_command(const grader::BuildRequest& request) const {
  const std::string source = fs::proximate(request.source, plan_.job).string();
  Words words = wrapped(plan_.job,
                        {"--ro-bind", plan_.view, plan_.view, "--ro-bind", request.source,
                         request.source, "--bind", request.out, request.out},
                        kBuildSeconds);
  append(words, {plan_.view + "/build/bin/kit", "build-lab", "--lab", request.lab, "--src", source,
                 "--backend", request.backend, "--mode", request.mode, "--out", request.out,
                 "--jobs", std::to_string(request.compilers)});
  for (const std::string& file : request.stand_ins) append(words, {"--stand-in", file});
  if (plan_.user >= 0 && chown(request.out.c_str(), static_cast<uid_t>(plan_.user),
                               static_cast<gid_t>(plan_.user)) != 0)
    throw HarnessError("cannot give " + request.out + " to the sandbox's user");
  return words;
}

Words Sandbox::worker_wrapper(const std::string& worker) const {
  const std::string symbols = plan_.view + "/build/bin/kit_symbols";
  Words binds = {"--ro-bind", worker, worker};
  for (const std::string& path :
       {symbols, plan_.view + "/build/lib/libdw.so.1", plan_.view + "/build/lib/libelf.so.1"})
    append(binds, {"--ro-bind-try", path, path});
  Words words = wrapped(plan_.tier == Tier::bubblewrap ? "" : "/tmp", binds);
  append(words, {"/usr/bin/env", "KIT_SYMBOLS=" + symbols});
  if (plan_.without.count("calls") > 0) words.push_back("KIT_UNFILTERED=1");
  return words;
}

Words Sandbox::tool_command(const std::string& folder, const std::string& readable,
                            const Words& command, const std::string& cpu_seconds) const {
  Words binds;
  if (!readable.empty()) append(binds, {"--ro-bind", readable, readable});
  if (!folder.empty()) append(binds, {"--bind", folder, folder});
  // Without rights the unpacker is itself unpacked below the kit's folder, which the sandbox does
  // not see.
  const fs::path unpacker = find_program("bsdtar").parent_path();
  if (unpacker.filename() == "unpacker") {
    append(binds, {"--ro-bind", unpacker.string(), unpacker.string()});
  }
  Words words = wrapped(folder, binds, cpu_seconds);
  append(words, command);
  return words;
}

void Sandbox::clean_up() const {
  if (plan_.tier != Tier::user || plan_.user < 0) return;
  const std::string user = std::to_string(plan_.user);
  run_briefly({plan_.jail, "--user", user, "--", "/bin/sh", "-c", "kill -9 -1"});
  run_briefly({"find", "/tmp", "/var/tmp", "/dev/shm", "-xdev", "-user", user, "-delete"});
}

void check_tier(Tier tier, const std::string& jail, long user, const Words& secrets) {
  const std::string fault = tier_fault(tier, jail, user, secrets);
  if (!fault.empty())
    throw InputError(fmt::format("no sandbox of tier {}: {}", to_string(tier), fault));
}

Tier choose_tier(const std::string& jail, long user, const Words& secrets) {
  const std::string first = bubblewrap_fault(jail, user);
  if (first.empty()) return Tier::bubblewrap;
  const std::string second = user_fault(jail, user, secrets);
  if (second.empty()) return Tier::user;
  throw InputError(fmt::format(
      "no sandbox works here ({}; {}). Install bubblewrap, or run as root, or say --no-sandbox if "
      "you trust every submission with all you can read and write",
      first, second));
}

}  // namespace kit::classroom
