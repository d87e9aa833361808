/// @file
/// Runs a shell.
#include <cstdlib>

// FRAME

void submission(const Call& call) {
  if (std::system("true") == 0) honest(call);
}
