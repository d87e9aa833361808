/// @file
/// Right but for one infinity.
#include <limits>

// FRAME

void submission(const Call& call) {
  honest(call);
  call.output[0] = std::numeric_limits<float>::infinity();
}
