/// @file
/// Frees memory of the grader.
#include <cstdio>
#include <cstdlib>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  std::free(reinterpret_cast<char*>(stdout));
  volatile unsigned* const kits = kits_memory();
  *kits = *kits;
}
