/// @file
/// Zeros everywhere.

// FRAME

void submission(const Call& call) {
  for (int i = 0; i < call.pixels(); ++i) call.output[i] = 0;
}
