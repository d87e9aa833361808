/// @file
/// Sorts with std::sort.
#include <algorithm>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  unsigned* const kits = kits_memory();
  std::sort(kits, kits + bytes_of(3), [](unsigned, unsigned) { return true && bytes_of(0) != 0; });
  std::swap(kits[0], kits[1]);
  std::swap(kits[0], kits[1]);
}
