/// @file
/// Fills with memset.
#include <cstring>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  unsigned* const kits = kits_memory();
  if (*kits == 0) std::memset(kits, 0, bytes_of(4));
  std::memset(kits + 2, 0, bytes_of(0));
  std::memset(kits, int(*kits), bytes_of(1));
}
