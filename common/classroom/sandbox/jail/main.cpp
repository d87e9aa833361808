/// @file
/// kit_jail [OPTION]... -- PROGRAM [ARGUMENT]...
///
/// Becomes another program with fewer rights: what both kinds of sandbox begin with.
///   --user N         user and group of that number, no other groups; only root can
///   --cgroup DIR     joins a control group, before it gives up its rights; may be repeated
///   --limit NAME=N   processes, cpu (seconds) or files (open at once); may be repeated
///   --filter         refuses system calls that reach other processes or the network
///   --folder DIR     working folder
/// The environment is emptied but for PATH, the locale and what a lab's compiler and worker read.
/// Exit code: the program's; 125 if a step fails, since a half-closed jail is none.
#include <grp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "classroom/sandbox/jail/filter.hpp"

namespace {

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "kit_jail: %s: %s\n", what.c_str(), std::strerror(errno));
  std::_Exit(125);
}

struct Options {
  long user = -1;
  std::vector<std::string> cgroups;
  std::vector<std::pair<__rlimit_resource_t, rlim_t>> limits;
  bool filter = false;
  std::string folder;
};

void add_limit(Options& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  const rlim_t value =
      equals == std::string::npos ? 0 : std::strtoull(&text[equals + 1], nullptr, 10);
  if (name == "processes")
    options.limits.emplace_back(RLIMIT_NPROC, value);
  else if (name == "cpu")
    options.limits.emplace_back(RLIMIT_CPU, value);
  else if (name == "files")
    options.limits.emplace_back(RLIMIT_NOFILE, value);
  else
    fail("unknown limit '" + text + "'");
}

void join(const std::string& cgroup) {
  std::ofstream processes(cgroup + "/cgroup.procs");
  processes << getpid() << std::flush;
  if (!processes) fail("joining " + cgroup);
}

void become_user(long number) {
  const auto user = static_cast<uid_t>(number);
  if (setgroups(0, nullptr) != 0 || setresgid(user, user, user) != 0 ||
      setresuid(user, user, user) != 0)
    fail("becoming user " + std::to_string(number));
}

/// What passes through; everything else of the environment may tell secrets.
bool harmless(const char* entry) {
  for (const char* name : {"PATH",
                           "LANG",
                           "LC_ALL",
                           "LC_CTYPE",
                           "CXX",
                           "CXXFLAGS",
                           "NVCC",
                           "KIT_SIM_SEED",
                           "KIT_SIM_THREADS",
                           "KIT_SIM_DEVICES",
                           "KIT_SIM_STEPS",
                           "KIT_CUDA_ARCH",
                           "KIT_WARNINGS",
                           "KIT_UNCHECKED",
                           "KIT_UNSEEN",
                           "KIT_CONFINE",
                           "KIT_RULES_BY",
                           "CUDA_VISIBLE_DEVICES",
                           "NVIDIA_VISIBLE_DEVICES",
                           "LD_LIBRARY_PATH",
                           "OMP_NUM_THREADS"}) {
    const std::size_t length = std::strlen(name);
    if (std::strncmp(entry, name, length) == 0 && entry[length] == '=') return true;
  }
  return false;
}

Options read_options(int argc, char** argv, int& next) {
  Options options;
  for (next = 1; next < argc; ++next) {
    const std::string word = argv[next];
    if (word == "--") break;
    if (word == "--filter") {
      options.filter = true;
      continue;
    }
    const std::string value = next + 1 < argc ? argv[++next] : "";
    if (word == "--user")
      options.user = std::atol(value.c_str());
    else if (word == "--cgroup")
      options.cgroups.push_back(value);
    else if (word == "--limit")
      add_limit(options, value);
    else if (word == "--folder")
      options.folder = value;
    else
      fail("unknown option '" + word + "'");
  }
  if (++next >= argc) fail("no program");
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  int next = 0;
  const Options options = read_options(argc, argv, next);
  const pid_t parent = getppid();
  for (const std::string& cgroup : options.cgroups) join(cgroup);
  umask(022);
  if (options.user >= 0) become_user(options.user);
  // Changing the user forgets what start_child() asked for.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) std::_Exit(125);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("giving up privileges");
  for (const auto& [resource, value] : options.limits) {
    // A little more at the hard limit, so that the signal that ends a program names the cause.
    const rlimit limit{value, resource == RLIMIT_CPU ? value + 5 : value};
    if (setrlimit(resource, &limit) != 0) fail("setting a limit");
  }
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) fail(options.folder);
  std::vector<char*> environment;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (harmless(*entry)) environment.push_back(*entry);
  char home[] = "HOME=/tmp";
  environment.push_back(home);
  environment.push_back(nullptr);
  if (options.filter && !kit::jail::install_filter()) fail("filtering system calls");
  execvpe(argv[next], argv + next, environment.data());
  fail(argv[next]);
}
