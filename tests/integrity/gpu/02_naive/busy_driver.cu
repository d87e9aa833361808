/// @file
/// Threads keep the driver's locks busy, so that the worker comes late to the output.
// FRAME

void attack(PARAMETERS) {
  static bool busy = false;
  if (!busy) {
    busy = true;
    for (int n = 0; n < 4; ++n)
      std::thread([] {
        for (int k = 0; k < 2000; ++k) {
          void* memory = nullptr;
          cudaMallocHost(&memory, 1 << 20);
          cudaFreeHost(memory);
        }
      }).detach();
  }
  rows(0, height / 2, 1, ARGUMENTS);
  std::thread([=] {
    pause(250);
    rows(height / 2, height / 2, 1, ARGUMENTS);
  }).detach();
}
