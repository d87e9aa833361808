/// @file
/// Adds to it with the card's atomic function, in a kernel.

// FRAME

__global__ void adds(unsigned* where) {
  atomicAdd(where, 0u);
}

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  adds<<<1, 1, 0, stream>>>(kits_memory());
  cudaStreamSynchronize(stream);
  cudaGetLastError();
}
