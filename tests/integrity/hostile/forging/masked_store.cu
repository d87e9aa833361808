/// @file
/// Stores with an intrinsic that names no address in its operands.
#include <emmintrin.h>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  const __m128i all = _mm_set1_epi8(-1);
  auto* const kits = reinterpret_cast<char*>(kits_memory());
  _mm_maskmoveu_si128(_mm_loadu_si128(reinterpret_cast<__m128i*>(kits)), all, kits);
}
