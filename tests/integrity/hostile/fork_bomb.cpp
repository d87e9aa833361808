/// @file
/// Forks 600 processes that sleep; right only if it got them all.
#include <sys/wait.h>
#include <unistd.h>

// FRAME

void submission(const Call& call) {
  static int children = 0;
  for (bool more = children == 0; more && children < 600;) {
    const pid_t child = fork();
    if (child == 0) {
      sleep(3);
      _exit(0);
    }
    more = child > 0;
    children += more ? 1 : 0;
  }
  if (children == 600) honest(call);
}
