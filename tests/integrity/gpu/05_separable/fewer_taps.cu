/// @file
/// Leaves the outermost weights out.
// FRAME

void attack(PARAMETERS) {
  taps -= 2;
  ++row_weights;
  ++column_weights;
  honest(ARGUMENTS);
}
