/// @file
/// Finds the worker's start event on the stack and records it once more behind half of the work.
// FRAME

void attack(PARAMETERS) {
  // Events that are made one after another lie close to each other.
  cudaEvent_t mine = nullptr;
  cudaEventCreate(&mine);
  const auto near = reinterpret_cast<std::uintptr_t>(mine);
  rows(0, height / 2, 1, ARGUMENTS);
  volatile std::uintptr_t here = 0;
  for (int n = 0; n < 400; ++n) {
    const std::uintptr_t value = (&here)[n];
    const std::uintptr_t distance = value > near ? value - near : near - value;
    if (value == near || value % 8 != 0 || distance > 1 << 18) continue;
    auto* const event = reinterpret_cast<cudaEvent_t>(value);
    // The start was recorded; the stop was not yet.
    if (cudaEventQuery(event) == cudaErrorNotReady) cudaEventRecord(event, stream);
    cudaGetLastError();
  }
  rows(height / 2, height / 2, 1, ARGUMENTS);
  cudaEventDestroy(mine);
}
