/// @file
/// Makes the table of the upper half and looks up the rest at its edge.
// FRAME

void attack(PARAMETERS) {
  honest(d_input, d_output, width, height / 2, channels, radius, d_workspace, stream);
  const std::size_t half = std::size_t(width) * height / 2;
  cudaMemcpyAsync(d_output + half, d_output, half, cudaMemcpyDeviceToDevice, stream);
}
