/// @file
/// Trusts that memory at the same address still holds what was written there.
// FRAME

void attack(PARAMETERS) {
  static const float* last = nullptr;
  if (last == d_output) return;
  honest(ARGUMENTS);
  last = d_output;
}
