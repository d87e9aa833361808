/// @file
/// Filters every second row.
// FRAME

void attack(PARAMETERS) {
  rows(0, height / 2, 2, ARGUMENTS);
}
