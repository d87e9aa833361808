/// @file
/// Copies the output of the first timed launch.
// FRAME

void attack(PARAMETERS) {
  static bool kept = false;
  if (kept) return copy_on(stream, d_output, own_memory());
  honest(ARGUMENTS);
  copy_on(stream, own_memory(), d_output);
  kept = true;
}
