/// @file
/// Copies with memcpy.
#include <cstring>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  unsigned* const kits = kits_memory();
  unsigned value[2];
  std::memcpy(value, kits, sizeof value);
  std::memcpy(kits, value, bytes_of(sizeof value));
}
