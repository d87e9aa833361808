/// @file
/// Leaves out the last tenth of the rows, but not the last row.
// FRAME

void attack(PARAMETERS) {
  rows(0, height * 9 / 10, 1, ARGUMENTS);
  rows(height - 1, 1, 1, ARGUMENTS);
}
