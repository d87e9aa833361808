/// @file
/// Has modff store an integral part.
#include <cmath>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile float value = 0;
  const unsigned kept = *kits_memory();
  value = std::modf(value, reinterpret_cast<float*>(kits_memory()));
  *kits_memory() = kept;
}
