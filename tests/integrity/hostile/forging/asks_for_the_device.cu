/// @file
/// Has cudaGetDevice store its answer there.

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  const unsigned kept = *kits_memory();
  cudaGetDevice(reinterpret_cast<int*>(kits_memory()));
  *kits_memory() = kept;
}
