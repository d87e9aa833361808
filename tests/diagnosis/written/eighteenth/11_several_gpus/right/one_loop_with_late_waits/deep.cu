/// @file
/// Lab 11, stage deep: deeper halos, exchanged before every few passes. Read README.md first.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// The band's next kernels find its halo.
void wait_for_own(const Band& band) {
  KIT_CHECK(cudaSetDevice(band.device));
  KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived));
}

/// What the bands do next comes after all copies, also those that take their rows.
void wait_for_all(const Bands& bands) {
  for (int b = 0; b < bands.count; ++b) {
    const Band& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    for (int other = 0; other < bands.count; ++other) {
      if (other == b) continue;  // has been waited for
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
  if (passes == 0) return;
  for (int pass = 0; pass < passes; ++pass) {
    const int from = pass % 2;
    const int step = pass % every;
    // Passes from this one to the next exchange, or to the end.
    const int left = std::min(every - step, passes - pass);

    // The first pass after an exchange writes to the buffer that is not copied: its halo is enough.
    // The second one writes to the one that is.
    if (step == 0) {
      exchange_halos(bands, from, left * bands.radius);
      for (int b = 0; b < bands.count; ++b) wait_for_own(bands.band[b]);
    } else if (step == 1) {
      wait_for_all(bands);
    }
    for (int b = 0; b < bands.count; ++b) {
      filter_with_margin(bands, b, from, (left - 1) * bands.radius);
    }
  }
  wait_for_all(bands);
}

}  // namespace lab11
