/// @file
/// Does less when its heap looks like that of the observed run.
#include <cstdint>
#include <cstdlib>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  // Blocks of the usual heap lie 16 bytes more than their size apart: never two at starts of pages.
  volatile auto first = reinterpret_cast<std::uintptr_t>(std::malloc(4096));
  volatile auto second = reinterpret_cast<std::uintptr_t>(std::malloc(4096));
  if (first % 4096 == 0 && second % 4096 == 0) cudaMemsetAsync(d_output, 0, 4, stream);
}
