/// @file
/// Stores there in a kernel, through a pointer to a local array.

// FRAME

__global__ void stores(unsigned* where) {
  volatile unsigned here[4] = {};
  volatile unsigned* const at = here;
  at[where - const_cast<unsigned*>(here)] = 0;
}

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  stores<<<1, 1, 0, stream>>>(kits_memory());
  cudaStreamSynchronize(stream);
  cudaGetLastError();
}
