/// @file
/// Prints to a stream that it made.
#include <cstring>
#include <iostream>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  alignas(16) static char made[512] = {};
  std::memcpy(made, static_cast<const void*>(&std::cout), 272);
  reinterpret_cast<std::ostream&>(made).put(' ');
}
