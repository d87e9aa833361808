/// @file
/// Allocates memory of the output's size, which may be that of an output before, and copies from
/// it.
// FRAME

void attack(PARAMETERS) {
  static bool first = true;
  float* found = nullptr;
  if (first) {
    honest(ARGUMENTS);
    first = false;
    return;
  }
  cudaMalloc(&found, kBytes);
  copy_on(stream, d_output, found);
  cudaFreeAsync(found, stream);
  cudaGetLastError();
}
