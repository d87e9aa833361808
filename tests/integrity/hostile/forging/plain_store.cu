/// @file
/// Stores through a pointer.

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  unsigned* const kits = kits_memory();
  *kits = *kits;
  kits[1] = kits[1] + 0;
  static volatile unsigned zero = 0;
  *kits += zero;
}
