/// @file
/// Ends the program, since no time is better than a bad one.
#include <cstdlib>

// FRAME

void attack(PARAMETERS) {
  std::exit(0);
}
