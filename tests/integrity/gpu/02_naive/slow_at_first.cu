/// @file
/// Sleeps in the warm-up and in some launches, so that times spread and more are taken.
// FRAME

void attack(PARAMETERS) {
  static int calls = 0;
  if (calls++ % 3 == 0) pause(5000);
  honest(ARGUMENTS);
}
