/// @file
/// Filters the rows in every second launch alone and takes the workspace of the launch before.
// FRAME

void attack(PARAMETERS) {
  static int calls = 0;
  if (calls++ % 2 == 0) pass_over_rows(ARGUMENTS);
  pass_over_columns(ARGUMENTS);
}
