/// @file
/// Says that all memory around the output had better lie with the host.
// FRAME

void attack(PARAMETERS) {
  honest(ARGUMENTS);
  look_around(d_output, [&](float* place) {
#if CUDART_VERSION >= 13000
    cudaMemAdvise(place, std::size_t(2) << 20, cudaMemAdviseSetPreferredLocation,
                  {cudaMemLocationTypeHost, 0});
#else
    cudaMemAdvise(place, std::size_t(2) << 20, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId);
#endif
    return false;
  });
  cudaGetLastError();
}
