/// @file
/// Takes all memory of the device, so that the worker has none for the next launch.
// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  std::size_t left = 0, all = 0;
  cudaMemGetInfo(&left, &all);
  void* taken = nullptr;
  cudaMalloc(&taken, left - (std::size_t(32) << 20));
  cudaGetLastError();
}
