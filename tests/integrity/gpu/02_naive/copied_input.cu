/// @file
/// Gives the image as it came.
// FRAME

void attack(PARAMETERS) {
  copy_on(stream, d_output, d_input);
}
