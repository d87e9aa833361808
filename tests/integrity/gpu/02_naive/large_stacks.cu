/// @file
/// Has the device reserve a large stack for every thread.
// FRAME

void attack(PARAMETERS) {
  cudaDeviceSetLimit(cudaLimitStackSize, 200000);
  cudaGetLastError();
  honest(ARGUMENTS);
}
