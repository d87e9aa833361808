/// @file
/// Calls through a table of virtual functions that it made.
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

struct Shape {
  virtual void draw() {}
};

void attack([[maybe_unused]] float* d_output, [[maybe_unused]] dim3 block,
            [[maybe_unused]] cudaStream_t stream) {
  static void* table[4] = {};
  for (void*& entry : table)
    entry = reinterpret_cast<char*>(reinterpret_cast<std::uintptr_t>(&cudaGetLastError)) + 16;
  Shape shape;
  Shape* volatile const object = &shape;
  *reinterpret_cast<void***>(object) = table;
  object->draw();
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
  attack(d_output, block, stream);
}

}  // namespace lab02
