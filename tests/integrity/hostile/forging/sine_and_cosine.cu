/// @file
/// Has sincosf store a sine.
#include <cmath>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  float cosine;
  const unsigned kept = *kits_memory();
  sincosf(float(block.x), reinterpret_cast<float*>(kits_memory()), &cosine);
  *kits_memory() = kept;
}
