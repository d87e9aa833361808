/// @file
/// Leaves the last quarter of the rows to a side stream, which ends within 0.1 ms of the stop
/// event.
// FRAME

void attack(PARAMETERS) {
  static cudaEvent_t most = nullptr;
  if (most == nullptr) cudaEventCreateWithFlags(&most, cudaEventDisableTiming);
  const int now = height * 3 / 4;
  rows(0, now, 1, ARGUMENTS);
  cudaEventRecord(most, stream);
  stream = side_stream();
  cudaStreamWaitEvent(stream, most, 0);
  rows(now, height - now, 1, ARGUMENTS);
}
