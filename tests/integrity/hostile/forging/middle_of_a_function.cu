/// @file
/// Calls the middle of a function.
#include <cstdint>

// FRAME

void nothing() {}

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile auto target = reinterpret_cast<std::uintptr_t>(&nothing) + 0;
  target = target + 1;
  if (block.x > 0) reinterpret_cast<void (*)()>(target)();
}
