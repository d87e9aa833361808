/// @file
/// Lab 11, stage overlapped: while the halos are on their way, the rows that need none are
/// filtered. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {

void filter_overlapped(const Bands& bands, int passes) {
  // Lets `compute` of one band wait for the copies into another one, or into itself.
  const auto wait = [&](int waiting, int other) {
    KIT_CHECK(cudaSetDevice(bands.band[waiting].device));
    KIT_CHECK(cudaStreamWaitEvent(bands.band[waiting].compute, bands.band[other].arrived));
  };

  for (int pass = 0; pass < passes; ++pass) {
    exchange_halos(bands, pass & 1, bands.radius);
    for (int b = bands.count - 1; b >= 0; --b) {
      const auto filter = [&](int begin, int end) {
        filter_rows(bands, b, pass & 1, begin, end - begin);
      };
      const int first = bands.band[b].first;
      const int end = first + bands.band[b].rows;
      const int top = first == 0 ? first : first + bands.radius;
      const int bottom = end == bands.height ? end : end - bands.radius;
      if (top < bottom) {
        filter(top, bottom);
        wait(b, b);
        filter(first, top);
        filter(bottom, end);
      } else {
        // All of it is rim: one kernel.
        wait(b, b);
        filter(first, end);
      }
    }
  }

  // A band takes no rows of itself, and its own copies have been waited for in the last pass.
  for (int b = 0; b < bands.count && passes > 0; ++b) {
    for (int distance = 1; distance < bands.count; ++distance) {
      wait(b, (b + distance) % bands.count);
    }
  }
}

}  // namespace lab11
