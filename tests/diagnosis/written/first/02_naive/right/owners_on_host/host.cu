/// @file
/// Lab 02, stage host: three owners free their buffers, also when an exception flies past them.
#include <cstddef>
#include <memory>
#include <tuple>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct Free {
  void operator()(float* memory) const { cudaFree(memory); }
};
using Owner = std::unique_ptr<float, Free>;

Owner allocate(std::size_t floats) {
  float* memory = nullptr;
  KIT_CHECK(cudaMalloc(&memory, floats * sizeof *memory));
  return Owner(memory);
}

Owner copy_of(const float* host, std::size_t floats) {
  Owner owner = allocate(floats);
  KIT_CHECK(cudaMemcpyAsync(owner.get(), host, floats * sizeof *host, cudaMemcpyHostToDevice,
                            nullptr));
  return owner;
}

/// Frees the buffers from the first to the last and reports the first that could not be.
template <typename... Owners>
void free_checked(Owners&... owners) {
  (KIT_CHECK(cudaFree(owners.release())), ...);
}

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const std::size_t pixels = std::size_t(width) * height;
  auto [weights, source, target] =
      std::tuple{copy_of(filter, std::size_t(filter_width) * filter_width), copy_of(input, pixels),
                 allocate(pixels)};
  lab02::convolve(source.get(), target.get(), width, height, weights.get(), filter_width, border,
                  dim3(64, 4), {});
  KIT_CHECK(cudaMemcpyAsync(output, target.get(), pixels * sizeof *output, cudaMemcpyDeviceToHost,
                            nullptr));
  KIT_CHECK(cudaStreamSynchronize(nullptr));
  free_checked(target, source, weights);
}

}  // namespace lab02
