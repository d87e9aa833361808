/// @file
/// Lab 02, stage host: allocate, copy, launch, copy back, free, checked. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// Threads per block. 32 in x is one warp per row of the block; 8 rows make 256 threads.
constexpr int kBlockWidth = 32;
constexpr int kBlockHeight = 8;

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  // size_t first: an image can have more than 2^31 bytes though its pixels can be counted by an
  // int.
  const std::size_t image_bytes = sizeof(float) * width * height;
  const std::size_t filter_bytes = sizeof(float) * filter_width * filter_width;
  float* d_input = nullptr;
  float* d_output = nullptr;
  float* d_filter = nullptr;
  try {
    // TODO(lab02): allocate, copy in, convolve, copy back; check each call (about 8 lines)
    // END TODO
  } catch (...) {
    // Unchecked: the first error is the one to report. cudaFree(nullptr) does nothing.
    cudaFree(d_filter);
    cudaFree(d_output);
    cudaFree(d_input);
    throw;
  }
  // TODO(lab02): free the three buffers and check (about 3 lines)
  // END TODO
}

}  // namespace lab02
