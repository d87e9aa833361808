/// @file
/// Copies a text with strncpy.
#include <cstring>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  char* const kits = reinterpret_cast<char*>(kits_memory());
  std::strncpy(kits, kits, bytes_of(1));
}
