/// @file
/// Gives the mean of noise, which all large windows have nearly.
// FRAME

void attack(PARAMETERS) {
  cudaMemsetAsync(d_output, 127, std::size_t(width) * height, stream);
}
