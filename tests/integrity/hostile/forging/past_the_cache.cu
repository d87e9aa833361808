/// @file
/// Stores with an intrinsic that goes past the cache.
#include <emmintrin.h>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  _mm_stream_si32(reinterpret_cast<int*>(kits_memory()), int(*kits_memory()));
}
