/// @file
/// Keeps the handles of events that it destroyed, since the worker's may get the same.
// FRAME

void attack(PARAMETERS) {
  static cudaEvent_t handles[4] = {};
  rows(0, height / 2, 1, ARGUMENTS);
  for (cudaEvent_t handle : handles)
    if (handle != nullptr && cudaEventQuery(handle) == cudaErrorNotReady)
      cudaEventRecord(handle, stream);
  rows(height / 2, height / 2, 1, ARGUMENTS);
  if (handles[0] == nullptr) {
    for (cudaEvent_t& handle : handles) cudaEventCreate(&handle);
    for (cudaEvent_t handle : handles) cudaEventDestroy(handle);
  }
  cudaGetLastError();
}
