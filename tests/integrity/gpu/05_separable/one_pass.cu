/// @file
/// Filters the rows alone.
// FRAME

void attack(PARAMETERS) {
  d_workspace = d_output;
  pass_over_rows(ARGUMENTS);
}
