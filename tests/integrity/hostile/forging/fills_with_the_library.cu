/// @file
/// Fills with std::fill.
#include <algorithm>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  unsigned* const kits = kits_memory();
  std::fill(kits, kits + bytes_of(1), *kits);
}
