/// @file
/// Stores there in a kernel.

// FRAME

__global__ void stores(volatile unsigned* where) {
  *where = *where;
}

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  stores<<<1, 1, 0, stream>>>(kits_memory());
  cudaStreamSynchronize(stream);
  cudaGetLastError();
}
