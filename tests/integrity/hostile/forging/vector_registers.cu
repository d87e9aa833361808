/// @file
/// Stores with an intrinsic of SSE.
#include <emmintrin.h>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  auto* const kits = reinterpret_cast<__m128i*>(kits_memory());
  volatile int zero = 0;
  _mm_storeu_si128(kits, _mm_or_si128(_mm_loadu_si128(kits), _mm_set1_epi32(zero)));
}
