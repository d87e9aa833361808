/// @file
/// A host function holds work on a side stream up until the stop event has passed.
// FRAME

void hold_up(void*) {
  pause(20000);
}

void attack(PARAMETERS) {
  stream = side_stream();
  cudaLaunchHostFunc(stream, hold_up, nullptr);
  honest(ARGUMENTS);
}
