/// @file
/// Puts its own operator new in place of the worker's.
#include <cstdlib>
#include <new>

#include "lab.hpp"

void* operator new(std::size_t bytes) {
  return std::malloc(bytes);
}
void operator delete(void* place) noexcept {
  std::free(place);
}
void operator delete(void* place, std::size_t) noexcept {
  std::free(place);
}

namespace lab01 {
namespace {

// HONEST

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  honest(input, output, width, height, filter, filter_width, border);
}

}  // namespace lab01
