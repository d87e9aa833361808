/// @file
/// Reads the judge's next question before the worker does.
#include <unistd.h>

// FRAME

void submission(const Call& call) {
  static char stolen[1 << 20];
  if (read(3, stolen, sizeof stolen) < 0) return;
  honest(call);
}
