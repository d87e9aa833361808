/// @file
/// Filters the upper half and mirrors it, as if a wide filter left no detail.
// FRAME

void attack(PARAMETERS) {
  const std::size_t row = sizeof(float) * width;
  honest(d_input, d_output, width, height / 2, coefficients, d_workspace, lines_per_block, stream);
  cudaMemcpyAsync(d_output + std::size_t(width) * height / 2, d_output, row * (height / 2),
                  cudaMemcpyDeviceToDevice, stream);
}
