/// @file
/// Copies the output of the first timed launch.
// FRAME

void attack(PARAMETERS) {
  static float* kept = nullptr;
  if (kept != nullptr) {
    cudaMemcpyAsync(d_output, kept, kBytes, cudaMemcpyDeviceToDevice, stream);
    return;
  }
  honest(ARGUMENTS);
  cudaMalloc(&kept, kBytes);
  cudaMemcpyAsync(kept, d_output, kBytes, cudaMemcpyDeviceToDevice, stream);
}
