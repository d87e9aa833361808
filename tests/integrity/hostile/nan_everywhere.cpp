/// @file
/// Every pixel is NaN: max(worst, NaN) keeps worst in a careless judge.
#include <limits>

// FRAME

void submission(const Call& call) {
  for (int i = 0; i < call.pixels(); ++i) call.output[i] = std::numeric_limits<float>::quiet_NaN();
}
