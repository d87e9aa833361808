/// kit_symbols must be there before the first line of a student's code runs: later this process may
/// be forbidden to start programs and to open files, and a student's code might have changed what a
/// path leads to. It inherits nothing but the socket and the executable, as an open descriptor:
/// what it printed, or a pipe that it kept open, would be taken for this program's.
#include "symbols/client/client.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <utility>

extern char** environ;

namespace kit::symbols {
namespace {

// A program's debug information is read in a fraction of a second; the machine may be busy.
constexpr time_t kMaxSecondsToAnswer = 30;

std::string this_program() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length > 0 ? std::string(path, std::size_t(length)) : "";
}

std::string find_kit_symbols() {
  const char* const set = std::getenv("KIT_SYMBOLS");
  if (set != nullptr && *set != '\0') return set;
  std::string folder = this_program();
  while (!folder.empty()) {
    folder.resize(folder.rfind('/') != std::string::npos ? folder.rfind('/') : 0);
    std::string candidate = folder + "/bin/kit_symbols";
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return "";
}

/// Starts `program` with `channel` and `executable` where it expects them, and nothing else of
/// this process: no other descriptors, no signal handlers or masks.
bool start_program(const std::string& program, int channel, int executable) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, channel, kChannel);
  posix_spawn_file_actions_adddup2(&actions, executable, kExecutable);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, kExecutable + 1);
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  const char* const words[] = {program.c_str(), nullptr};
  pid_t child = 0;
  const int error = posix_spawn(&child, program.c_str(), &actions, &attributes,
                                const_cast<char* const*>(words), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0;
}

/// A descriptor that is none of those that the child expects, so that placing one does not
/// overwrite another. Takes `descriptor`; -1 stays -1.
int out_of_the_way(int descriptor) {
  if (descriptor < 0) return -1;
  const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 64);
  close(descriptor);
  return copy;
}

}  // namespace

Client& Client::instance() {
  static auto* client = new Client;  // never destroyed: the end of the program asks it
  return *client;
}

void Client::start() {
  const std::lock_guard lock(mutex_);
  if (std::exchange(tried_, true)) return;
  const std::string program = find_kit_symbols();
  int ends[2];
  if (program.empty() || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  const timeval patience{kMaxSecondsToAnswer, 0};
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const int mine = out_of_the_way(ends[0]), other = out_of_the_way(ends[1]);
  const int executable = out_of_the_way(open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  if (mine >= 0 && other >= 0 && executable >= 0 && start_program(program, other, executable))
    channel_ = mine;
  else
    close(mine);
  close(other);
  close(executable);
}

std::vector<Frames> Client::find_lines(const std::vector<std::uint64_t>& counters) {
  const std::lock_guard lock(mutex_);
  std::vector<Frames> all;
  for (std::size_t at = 0; at < counters.size(); at += kMaxCounters) {
    const auto begin = counters.begin() + std::ptrdiff_t(at);
    const auto count = std::ptrdiff_t(std::min(kMaxCounters, counters.size() - at));
    Message reply;
    if (!ask(Kind::lines, ask_lines({begin, begin + count}), reply)) break;
    try {
      for (Frames& frames : read_lines(reply.body)) all.push_back(std::move(frames));
    } catch (const std::exception&) {
      give_up();
    }
  }
  all.resize(counters.size());
  return all;
}

BlockFlops Client::find_flops(Range range) {
  const std::lock_guard lock(mutex_);
  Message reply;
  if (!ask(Kind::flops, ask_flops(range), reply)) return {range.first, range.last, {}};
  try {
    return read_flops(reply.body);
  } catch (const std::exception&) {
    give_up();
    return {range.first, range.last, {}};
  }
}

bool Client::ask(Kind kind, std::string body, Message& reply) {
  if (channel_ >= 0 && send_message(channel_, {kind, std::move(body)}) &&
      receive_message(channel_, reply, kMaxReplyBytes) && reply.kind == kind)
    return true;
  give_up();
  return false;
}

// A conversation that went wrong once has no way back: the rest of an answer may still come.
void Client::give_up() {
  if (channel_ >= 0) close(std::exchange(channel_, -1));
  if (std::exchange(told_, true)) return;
  std::fputs(
      "kit: kit_symbols is missing or has ended (make builds build/bin/kit_symbols, and "
      "KIT_SYMBOLS "
      "may name it): what follows has no source lines and counts no floating-point operations\n",
      stderr);
}

}  // namespace kit::symbols
