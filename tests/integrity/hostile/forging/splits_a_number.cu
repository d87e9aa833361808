/// @file
/// Has frexpf store an exponent.
#include <cmath>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile float value = float(*kits_memory());
  const unsigned kept = *kits_memory();
  std::frexp(value, reinterpret_cast<int*>(kits_memory()));
  *kits_memory() = kept;
}
