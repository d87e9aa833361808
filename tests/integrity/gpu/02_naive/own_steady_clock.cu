/// @file
/// Defines the C++ library's steady clock.
#include <chrono>

std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  return {};
}

// FRAME

void attack(PARAMETERS) {
  stream = side_stream();
  honest(ARGUMENTS);
}
