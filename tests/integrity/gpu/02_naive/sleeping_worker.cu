/// @file
/// Makes the worker sleep while it waits, so that a thread sees the end first and adds the rest.
// FRAME

void attack(PARAMETERS) {
  static cudaEvent_t passed = nullptr;
  if (passed == nullptr) {
    cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync);
    cudaEventCreateWithFlags(&passed, cudaEventDisableTiming);
  }
  rows(0, height / 2, 1, ARGUMENTS);
  // Something short that the worker waits for, asleep.
  spin<<<1, 1, 0, side_stream()>>>(450000);
  cudaEventRecord(passed, side_stream());
  std::thread([=] {
    while (cudaEventQuery(passed) == cudaErrorNotReady) {
    }
    rows(height / 2, height / 2, 1, ARGUMENTS);
  }).detach();
}
