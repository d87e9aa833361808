/// @file
/// Filters the columns alone.
// FRAME

void attack(PARAMETERS) {
  Cascade filter{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int n = 0; n < 9; ++n)
    filter.end[n / 3][n % 3] = float(coefficients.end_cascade[n / 3][n % 3]);
  cudaMemcpyAsync(d_output, d_input, sizeof(float) * width * height, cudaMemcpyDeviceToDevice,
                  stream);
  filter_columns<<<width / lines_per_block, lines_per_block, 0, stream>>>(d_output, width, height,
                                                                          filter);
}
