/// @file
/// Right only if it may attach to other processes.
#include <sys/ptrace.h>
#include <unistd.h>

// FRAME

void submission(const Call& call) {
  if (ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) == 0) honest(call);
}
