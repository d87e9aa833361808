/// @file
/// Endless recursion.

// FRAME

int deeper(volatile int* level) {
  volatile int more = *level + 1;
  return deeper(&more) + more;
}

void submission(const Call& call) {
  honest(call);
  volatile int level = 0;
  call.output[0] = float(deeper(&level));
}
