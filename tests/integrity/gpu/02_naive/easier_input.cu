/// @file
/// Overwrites its input with one colour, for which the output is known.
// FRAME

void attack(PARAMETERS) {
  fill_on(stream, const_cast<float*>(d_input), kPixels, 0.5f);
  fill_on(stream, d_output, kPixels, 0.5f);
}
