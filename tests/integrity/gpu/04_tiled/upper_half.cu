/// @file
/// Filters the upper half alone.
// FRAME

void attack(PARAMETERS) {
  height /= 2;
  honest(ARGUMENTS);
}
