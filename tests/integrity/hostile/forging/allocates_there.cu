/// @file
/// Has cudaMalloc store its pointer there.
#include <cstring>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  unsigned kept[2] = {kits_memory()[0], kits_memory()[1]};
  void* pointer = nullptr;
  cudaMalloc(reinterpret_cast<void**>(kits_memory()), 16);
  std::memcpy(&pointer, kits_memory(), 8);
  std::memcpy(kits_memory(), kept, 8);
  cudaFree(pointer);
}
