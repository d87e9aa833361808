/// @file
/// Overwrites all memory on the device around the output: flush, kept outputs, guards.
// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  look_around(d_output, [&](float* place) {
    const bool own = place <= d_output + kPixels && place + (1 << 19) > d_output;
    if (!own) cudaMemsetAsync(place, 0, std::size_t(1) << 20, stream);
    return false;
  });
  cudaGetLastError();
}
