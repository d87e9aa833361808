/// @file
/// Takes the inner 3x3 weights of the filter.
// FRAME

void attack(PARAMETERS) {
  float inner[9];
  for (int n = 0; n < 9; ++n)
    inner[n] = filter[(n / 3 + filter_width / 2 - 1) * filter_width + n % 3 + filter_width / 2 - 1];
  filter = inner;
  filter_width = 3;
  honest(ARGUMENTS);
}
