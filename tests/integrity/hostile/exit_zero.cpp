/// @file
/// Ends the process as if all were well.
#include <cstdlib>

// FRAME

void submission(const Call& call) {
  honest(call);
  std::exit(0);
}
