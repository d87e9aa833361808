/// @file
/// Has strtol store where a number ends.
#include <cstdlib>
#include <cstring>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  const unsigned kept[2] = {kits_memory()[0], kits_memory()[1]};
  std::strtol("7", reinterpret_cast<char**>(kits_memory()), 10);
  std::memcpy(kits_memory(), kept, 8);
}
