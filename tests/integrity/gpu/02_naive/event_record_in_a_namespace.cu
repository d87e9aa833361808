/// @file
/// Has a cudaEventRecord() of its own in the lab's namespace.
// FRAME

[[maybe_unused]] cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) {
  return cudaSuccess;
}

void attack(PARAMETERS) {
  honest(ARGUMENTS);
}
