/// @file
/// Frees the worker's memory on the device: the flush, and outputs that are kept.
// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  look_around(d_output, [&](float* place) {
    if (place > d_output || place + kPixels < d_output) cudaFree(place);
    return false;
  });
  cudaGetLastError();
}
