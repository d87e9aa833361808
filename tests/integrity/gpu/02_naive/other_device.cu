/// @file
/// Chooses another device for what the worker does next.
// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  cudaSetDevice(1);
  cudaGetLastError();
}
