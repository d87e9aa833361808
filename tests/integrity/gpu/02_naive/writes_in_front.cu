/// @file
/// Writes in front of the output.
// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  fill_on(stream, d_output - 256, 256, 0.0f);
}
