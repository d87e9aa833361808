/// @file
/// Closes everything and goes on running.
#include <unistd.h>

// FRAME

void submission(const Call& call) {
  for (int fd = 0; fd < 64; ++fd) close(fd);
  for (volatile bool forever = true; forever;) {
  }
  honest(call);
}
