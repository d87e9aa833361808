/// @file
/// Right but for one NaN in the last pixel.
#include <limits>

// FRAME

void submission(const Call& call) {
  honest(call);
  call.output[call.pixels() - 1] = std::numeric_limits<float>::quiet_NaN();
}
