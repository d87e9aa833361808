/// @file
/// Calls abort().
#include <cstdlib>

// FRAME

void submission(const Call& call) {
  honest(call);
  std::abort();
}
