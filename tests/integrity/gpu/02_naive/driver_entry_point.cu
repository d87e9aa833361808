/// @file
/// Asks for a function of the driver by its name, and destroys the context.
// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  cudaDriverEntryPointQueryResult result{};
  void* found = nullptr;
  cudaGetDriverEntryPointByVersion("cuDevicePrimaryCtxReset", &found, 11000, cudaEnableDefault,
                                   &result);
  if (found != nullptr) reinterpret_cast<int (*)(int)>(found)(0);
  cudaGetLastError();
}
