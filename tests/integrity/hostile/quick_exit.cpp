/// @file
/// The same without a word to anybody.
#include <cstdlib>

// FRAME

void submission(const Call& call) {
  honest(call);
  std::quick_exit(0);
}
