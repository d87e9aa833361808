/// @file
/// Stores through a block of its heap, with the distance as its index.
#include <cstdlib>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  unsigned* const own = static_cast<unsigned*>(std::malloc(64));
  const long distance = kits_memory() - own;
  volatile unsigned* const far = own + distance;
  *far = *far;
  std::free(own);
}
