/// @file
/// Copies with memmove.
#include <cstring>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  unsigned* const kits = kits_memory();
  const unsigned value[2] = {kits[0], kits[1]};
  std::memmove(kits, value, bytes_of(8));
}
