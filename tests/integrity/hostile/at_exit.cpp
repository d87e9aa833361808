/// @file
/// Registers a function for the end of the process.
#include <cstdlib>

// FRAME

void late() {}

void submission(const Call& call) {
  std::atexit(late);
  honest(call);
}
