/// @file
/// Stores from another thread.
#include <thread>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  std::thread([] { *kits_memory() = *kits_memory(); }).join();
}
