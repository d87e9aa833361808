/// @file
/// Leaves out so few rows that they may be missed.
// FRAME

void attack(PARAMETERS) {
  rows(0, height / 2, 1, ARGUMENTS);
  rows(height / 2 + 80, height / 2 - 80, 1, ARGUMENTS);
}
