/// @file
/// Gives the simulator the middle of a function to call.
#include <cstdint>

// FRAME

void nothing(void*) {}

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  auto target = reinterpret_cast<std::uintptr_t>(&nothing);
  volatile int one = 1;
  target += unsigned(one);
  cudaLaunchHostFunc(stream, reinterpret_cast<void (*)(void*)>(target), nullptr);
  cudaStreamSynchronize(stream);
}
