/// @file
/// Throws an exception where it is timed.
#include <stdexcept>

// FRAME

void attack(PARAMETERS) {
  throw std::runtime_error("0.001 ms");
}
