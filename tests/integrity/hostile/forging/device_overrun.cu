/// @file
/// Stores through device memory, with the distance as its index.

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile unsigned* const far = reinterpret_cast<unsigned*>(d_output) +
                                 (kits_memory() - reinterpret_cast<unsigned*>(d_output));
  *far = *far;
}
