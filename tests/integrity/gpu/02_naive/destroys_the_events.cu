/// @file
/// Destroys what looks like the worker's events on the stack.
// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  cudaEvent_t mine = nullptr;
  cudaEventCreate(&mine);
  const auto near = reinterpret_cast<std::uintptr_t>(mine);
  volatile std::uintptr_t here = 0;
  for (int n = 0; n < 400; ++n) {
    const std::uintptr_t value = (&here)[n];
    const std::uintptr_t distance = value > near ? value - near : near - value;
    if (value == near || value % 8 != 0 || distance > 65536) continue;
    cudaEventDestroy(reinterpret_cast<cudaEvent_t>(value));
  }
  cudaGetLastError();
}
