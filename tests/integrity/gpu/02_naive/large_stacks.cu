/// @file
/// Has the device reserve a large stack for every thread.
// FRAME

void attack(PARAMETERS) {
  cudaDeviceSetLimit(cudaLimitStackSize, 32768);
  cudaGetLastError();
  honest(ARGUMENTS);
}
