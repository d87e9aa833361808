/// @file
/// Lab 11, stage deep: deeper halos, exchanged before every few passes. Read README.md first.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// What the bands do next comes after all copies. A band's own are not enough: from the second
/// pass after the exchange on it writes to the buffer that its neighbours copy from.
void wait_for_copies(const Bands& bands) {
  for (int b = 0; b < bands.count; ++b) {
    const Band& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    for (int other = 0; other < bands.count; ++other) {
      KIT_CHECK(cudaStreamWaitEvent(band.compute, bands.band[other].arrived));
    }
  }
}

/// One pass of one band, and of `margin` rows above and below it that later passes need.
void filter_with_margin(const Bands& bands, int number, int from, int margin) {
  const Band& band = bands.band[number];
  const int begin = std::max(band.first - margin, 0);
  const int end = std::min(band.first + band.rows + margin, bands.height);
  filter_rows(bands, number, from, begin, end - begin);
}

}  // namespace

void filter_deep(const Bands& bands, int passes, int every) {
  int done = 0;
  while (done < passes) {
    const int steps = std::min(every, passes - done);
    exchange_halos(bands, done % 2, steps * bands.radius);
    wait_for_copies(bands);
    for (int step = 0; step < steps; ++step) {
      const int from = (done + step) % 2;
      const int margin = (steps - 1 - step) * bands.radius;
      for (int b = 0; b < bands.count; ++b) filter_with_margin(bands, b, from, margin);
    }
    done += steps;
  }
}

}  // namespace lab11
