/// @file
/// Has cudaMemcpy2D write there, a row away.

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  unsigned kept[2] = {*kits_memory(), *kits_memory()};
  unsigned first[2] = {};
  const std::size_t pitch =
      std::size_t(reinterpret_cast<char*>(kits_memory()) - reinterpret_cast<char*>(first));
  cudaMemcpy2D(first, pitch, kept, 4, 4, 2, cudaMemcpyHostToHost);
}
