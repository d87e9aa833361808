/// @file
/// Makes a std::vector whose values lie there.
#include <cstring>
#include <vector>

// FRAME

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  std::vector<unsigned> values(4);
  unsigned* const own = values.data();
  unsigned* forged[3] = {kits_memory(), kits_memory(), kits_memory() + 4};
  unsigned* real[3] = {own, own + 4, own + 4};
  std::memcpy(static_cast<void*>(&values), forged, bytes_of(sizeof forged));
  const unsigned value = *kits_memory();
  values.push_back(value);
  std::memcpy(static_cast<void*>(&values), real, bytes_of(sizeof real));
}
