/// @file
/// Has cudaMemcpy write there.

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  unsigned kept[1] = {*kits_memory()};
  KIT_CHECK(cudaMemcpyAsync(kits_memory(), kept, 4, cudaMemcpyHostToHost, stream));
}
