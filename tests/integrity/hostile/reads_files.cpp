/// @file
/// Right only if it can read what every machine has outside of a sandbox.
#include <cstdio>

// FRAME

void submission(const Call& call) {
  if (std::FILE* file = std::fopen("/etc/passwd", "r")) honest(call), std::fclose(file);
}
