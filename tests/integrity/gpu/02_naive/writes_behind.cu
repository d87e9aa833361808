/// @file
/// Writes behind the output.
// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  fill_on(stream, d_output + kPixels, 1024, 0.0f);
}
