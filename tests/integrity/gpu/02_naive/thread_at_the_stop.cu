/// @file
/// A thread sees the stop pass and launches the rest before the output is copied.
// FRAME

void attack(PARAMETERS) {
  static cudaEvent_t passed = nullptr;
  if (passed == nullptr) cudaEventCreateWithFlags(&passed, cudaEventDisableTiming);
  rows(0, height / 2, 1, ARGUMENTS);
  cudaEventRecord(passed, stream);
  std::thread([=] {
    while (cudaEventQuery(passed) == cudaErrorNotReady) {
    }
    pause(8);
    rows(height / 2, height / 2, 1, ARGUMENTS);
  }).detach();
}
