/// @file
/// Copies the input, which takes what memory allows, and filters on a side stream right behind the
/// stop event.
// FRAME

void attack(PARAMETERS) {
  static cudaEvent_t copied = nullptr;
  if (copied == nullptr) cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
  cudaMemcpyAsync(d_output, d_input, kBytes, cudaMemcpyDeviceToDevice, stream);
  cudaEventRecord(copied, stream);
  cudaStreamWaitEvent(side_stream(), copied, 0);
  stream = side_stream();
  honest(ARGUMENTS);
}
