/// @file
/// kit_symbols: says which lines of source addresses of a program belong to, and how many
/// floating-point operations its basic blocks have.
///
/// The simulator's observer starts it before any of the student's code runs, and asks it when it
/// has something to report. It reads the executable and the debug information in a process of its
/// own, so that the process with the student's code needs no further process, file or shell. It
/// starts with a socket as standard input and the executable as descriptor 3 (messages.hpp has
/// both and the protocol) and ends when the socket's other end does. Started in any other way it
/// says so. Exit code: 0 the stream ended, 1 a message was not one, 2 wrong usage.
#include <sys/prctl.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <utility>

#include "symbols/machine_code.hpp"
#include "symbols/source_lines.hpp"

namespace kit::symbols {
namespace {

class Server {
 public:
  /// What answers a request. Throws if that is not one.
  Message answer(const Message& request) {
    switch (request.kind) {
      case Kind::lines:
        return {Kind::lines, tell_lines(find_lines(read_counters(request.body)))};
      case Kind::flops:
        return {Kind::flops, tell_flops(code_.find(read_range(request.body)))};
    }
    throw std::runtime_error("a message of an unknown kind");
  }

 private:
  std::vector<Frames> find_lines(const std::vector<std::uint64_t>& counters) {
    std::vector<Frames> all;
    all.reserve(counters.size());
    for (const std::uint64_t counter : counters) all.push_back(lines_.find(counter));
    return all;
  }

  SourceLines lines_{kExecutable};
  MachineCode code_{kExecutable};
};

int serve() {
  Server server;
  Message request;
  while (receive_message(kChannel, request, kMaxRequestBytes))
    if (!send_message(kChannel, server.answer(request))) break;
  return 0;
}

bool started_by_the_observer() {
  struct stat channel = {}, executable = {};
  return fstat(kChannel, &channel) == 0 && S_ISSOCK(channel.st_mode) &&
         fstat(kExecutable, &executable) == 0;
}

}  // namespace
}  // namespace kit::symbols

int main() {
  if (!kit::symbols::started_by_the_observer()) {
    std::fprintf(stderr, "kit_symbols: observed programs start it; it is of no use by hand\n");
    return 2;
  }
  // A child that the program's own code made may hold the socket after the program has ended.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  try {
    return kit::symbols::serve();
  } catch (const std::exception&) {
    return 1;
  }
}
