/// @file
/// Keeps a buffer between calls, which the contract does not forbid as long as no result depends on
/// it.
#include <algorithm>
#include <vector>

// FRAME

void submission(const Call& call) {
  static std::vector<float> buffer;
  buffer.assign(call.pixels(), 0.0f);
  honest(call, buffer.data());
  std::copy(buffer.begin(), buffer.end(), call.output);
}
