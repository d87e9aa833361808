/// @file
/// Calls a function of the grader by its distance from a known one.
#include <cstdint>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  volatile auto target = reinterpret_cast<std::uintptr_t>(&cudaGetLastError);
  target = target + 16;
  reinterpret_cast<int (*)()>(target)();
}
