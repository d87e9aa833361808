/// @file
/// Right, and one row more than the image has.
#include <algorithm>

// FRAME

void submission(const Call& call) {
  honest(call);
  std::fill_n(call.output + call.pixels(), call.width, 1.0f);
}
