/// @file
/// Prints to a FILE that it made.
#include <cstdio>
#include <cstring>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  alignas(16) static char file[256] = {};
  std::memcpy(file, stdout, 216);
  std::fflush(reinterpret_cast<FILE*>(file));
}
