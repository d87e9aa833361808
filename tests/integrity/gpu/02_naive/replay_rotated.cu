/// @file
/// Shifts an earlier output if the input begins with a row of an earlier one.
// FRAME

void attack(PARAMETERS) {
  static float column[kTimedSize] = {};
  float now[2] = {};
  cudaMemcpy2D(now, sizeof(float), d_input, sizeof(float) * width, sizeof(float), 2,
               cudaMemcpyDeviceToHost);
  for (int shift = 0; shift + 1 < height; ++shift) {
    if (now[0] != column[shift] || now[1] != column[shift + 1]) continue;
    const std::size_t there = std::size_t(shift) * width;
    cudaMemcpyAsync(d_output, own_memory() + there, kBytes - there * sizeof(float),
                    cudaMemcpyDeviceToDevice, stream);
    cudaMemcpyAsync(d_output + kPixels - there, own_memory(), there * sizeof(float),
                    cudaMemcpyDeviceToDevice, stream);
    return;
  }
  honest(ARGUMENTS);
  copy_on(stream, own_memory(), d_output);
  cudaMemcpy2D(column, sizeof(float), d_input, sizeof(float) * width, sizeof(float), height,
               cudaMemcpyDeviceToHost);
}
