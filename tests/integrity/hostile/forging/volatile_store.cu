/// @file
/// Stores through a pointer to volatile.

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile unsigned* const kits = kits_memory();
  *kits = *kits;
}
