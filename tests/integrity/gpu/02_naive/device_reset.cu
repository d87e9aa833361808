/// @file
/// Takes the device's context away.
// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  cudaDeviceReset();
}
