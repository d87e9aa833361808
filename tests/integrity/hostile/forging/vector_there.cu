/// @file
/// Makes a std::vector whose values lie there.
#include <cstring>
#include <vector>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

/// A place in the memory of the simulator: where it keeps the extent of the grid.
unsigned* kits_memory() {
  return const_cast<unsigned*>(&gridDim.x);
}

/// A number that the compiler does not know.
std::size_t bytes_of(std::size_t count) {
  volatile std::size_t kept = count;
  return kept;
}

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

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  attack(d_output, block, stream);
}

}  // namespace lab02
