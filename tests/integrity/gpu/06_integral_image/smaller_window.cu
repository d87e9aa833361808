/// @file
/// Takes a smaller radius.
// FRAME

void attack(PARAMETERS) {
  --radius;
  honest(ARGUMENTS);
}
