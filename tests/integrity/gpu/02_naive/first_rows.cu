/// @file
/// Filters the upper half alone.
// FRAME

void attack(PARAMETERS) {
  rows(0, height / 2, 1, ARGUMENTS);
}
