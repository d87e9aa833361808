/// @file
/// Stores through an array of its own, with the distance as its index.

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile unsigned here[4] = {};
  const long distance = kits_memory() - const_cast<unsigned*>(here);
  here[distance] = here[distance];
}
