/// @file
/// Copies with std::copy.
#include <algorithm>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  unsigned* const kits = kits_memory();
  unsigned value[2] = {kits[0], kits[1]};
  std::copy(value, value + bytes_of(2), kits);
}
