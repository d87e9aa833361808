/// @file
/// A thread records each event on the stack again until the stop event says a time of its choice.
// FRAME

void attack(PARAMETERS) {
  cudaEvent_t mine = nullptr;
  cudaEventCreate(&mine);
  const auto near = reinterpret_cast<std::uintptr_t>(mine);
  static cudaEvent_t events[8] = {};
  int count = 0;
  volatile std::uintptr_t here = 0;
  for (int n = 0; n < 400 && count < 8; ++n) {
    const std::uintptr_t value = (&here)[n];
    const std::uintptr_t distance = value > near ? value - near : near - value;
    if (value != near && value % 8 == 0 && distance <= 65536)
      events[count++] = reinterpret_cast<cudaEvent_t>(value);
  }
  honest(ARGUMENTS);
  std::thread([count] {
    pause(120);
    for (int n = 0; n < count; ++n) cudaEventRecord(events[n], side_stream());
  }).detach();
  cudaEventDestroy(mine);
  cudaGetLastError();
}
