/// @file
/// Gives the value that noise has on average.
// FRAME

void attack(PARAMETERS) {
  fill_on(stream, d_output, kPixels, 0.5f);
}
