/// @file
/// Copies an earlier output if a few pixels of the input are those of an earlier one.
// FRAME

void attack(PARAMETERS) {
  static unsigned known = 0;
  unsigned pixels[16] = {}, hash = 1;
  cudaMemcpy2D(pixels, sizeof(float), d_input, kBytes / 16, sizeof(float), 16,
               cudaMemcpyDeviceToHost);
  for (const unsigned pixel : pixels) hash = hash * 31 + pixel;
  if (hash == known) return copy_on(stream, d_output, own_memory());
  honest(ARGUMENTS);
  copy_on(stream, own_memory(), d_output);
  known = hash;
}
