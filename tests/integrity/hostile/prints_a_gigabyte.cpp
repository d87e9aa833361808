/// @file
/// Prints without end.
#include <cstdio>

// FRAME

void submission(const Call& call) {
  static const char line[] = "all work and no play makes Jack a dull boy; all work and no play\n";
  for (int i = 0; i < 20000000; ++i) std::fputs(line, stdout);
  honest(call);
}
