/// @file
/// Filters every second row and copies each to the one below.
// FRAME

void attack(PARAMETERS) {
  rows(0, height / 2, 2, ARGUMENTS);
  const std::size_t row = sizeof(float) * width;
  cudaMemcpy2DAsync(d_output + width, 2 * row, d_output, 2 * row, row, height / 2,
                    cudaMemcpyDeviceToDevice, stream);
}
