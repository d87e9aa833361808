/// @file
/// Works on a side stream of the highest priority.
// FRAME

void attack(PARAMETERS) {
  static cudaStream_t urgent = nullptr;
  int lowest = 0, highest = 0;
  cudaDeviceGetStreamPriorityRange(&lowest, &highest);
  if (urgent == nullptr) cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, highest);
  stream = urgent;
  honest(ARGUMENTS);
}
