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
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    for (int other = 0; other < bands.count; ++other) {
      KIT_CHECK(cudaStreamWaitEvent(bands.band[b].compute, bands.band[other].arrived));
    }
  }
}

/// One pass of one band, and of `margin` rows above and below it that later passes need.
void filter_with_margin(const Bands& bands, int number, int from, int margin) {
  const Band& band = bands.band[number];
  const int first = std::max(band.first - margin, 0);
  const int end = std::min(band.first + band.rows + margin, bands.height);
  filter_rows(bands, number, from, first, end - first);
}

}  // namespace

void filter_deep(const Bands& bands, int passes, int every) {
  int to_come = 0;  // passes before the next exchange, this one included
  for (int pass = 0; pass < passes; ++pass, --to_come) {
    if (to_come == 0) {
      to_come = std::min(every, passes - pass);
      exchange_halos(bands, pass & 1, to_come * bands.radius);
      wait_for_copies(bands);
    }
    for (int b = bands.count - 1; b >= 0; --b) {
      filter_with_margin(bands, b, pass & 1, (to_come - 1) * bands.radius);
    }
  }
}

}  // namespace lab11
