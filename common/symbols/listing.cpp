/// objdump is started without a shell and gets the executable as an open descriptor, so that no
/// name of a file or folder needs to be quoted, or is looked up a second time.
#include "symbols/listing.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "symbols/client/messages.hpp"

extern char** environ;

namespace kit::symbols {
namespace {

/// What a child does with its descriptors before it becomes another program.
class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// Starts objdump with `output` as what it prints to. 0 if it cannot be started.
pid_t start_objdump(int executable, std::uint64_t first, std::uint64_t stop, int output) {
  const std::string from = "--start-address=" + std::to_string(first);
  const std::string to = "--stop-address=" + std::to_string(stop);
  const std::string file = "/proc/self/fd/" + std::to_string(kExecutable);
  const char* const words[] = {"objdump",    "-d",   "--no-show-raw-insn", from.c_str(), to.c_str(),
                               file.c_str(), nullptr};
  FileActions actions;
  posix_spawn_file_actions_addopen(actions.get(), STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(actions.get(), output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(actions.get(), STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(actions.get(), executable, kExecutable);
  pid_t child = 0;
  const int error = posix_spawnp(&child, words[0], actions.get(), nullptr,
                                 const_cast<char* const*>(words), environ);
  return error == 0 ? child : 0;
}

}  // namespace

void list_code(int executable, std::uint64_t first, std::uint64_t stop,
               const std::function<void(const std::string& line)>& function) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  const pid_t child = start_objdump(executable, first, stop, ends[1]);
  close(ends[1]);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(fdopen(ends[0], "r"), std::fclose);
  char* text = nullptr;
  std::size_t room = 0;
  while (stream && getline(&text, &room, stream.get()) > 0) function(text);
  std::free(text);
  if (child > 0) waitpid(child, nullptr, 0);
}

}  // namespace kit::symbols
