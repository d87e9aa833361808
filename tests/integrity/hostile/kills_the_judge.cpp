/// @file
/// Kills its parent, its group and everybody else it may.
#include <signal.h>
#include <unistd.h>

// FRAME

void submission(const Call& call) {
  kill(getppid(), SIGKILL);
  kill(-1, SIGKILL);
  honest(call);
}
