/// @file
/// Lab 11, stage deep: the first pass after an exchange waits for the copies into its band; the
/// second one, which overwrites rows that are copied, and the end wait for those of all others.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

void wait_for_others(const Bands& bands) {
  for (int b = 0; b < bands.count; ++b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    for (int other = 0; other < bands.count; ++other) {
      if (other == b) continue;
      KIT_CHECK(cudaStreamWaitEvent(bands.band[b].compute, bands.band[other].arrived));
    }
  }
}

}  // namespace

void filter_deep(const Bands& bands, int passes, int every) {
  int left_in_group = 0;
  bool others_done = true;
  for (int pass = 0; pass < passes; ++pass) {
    const bool exchanged = left_in_group == 0;
    if (exchanged) {
      left_in_group = std::min(every, passes - pass);
      exchange_halos(bands, pass % 2, left_in_group * bands.radius);
      others_done = false;
    } else if (!others_done) {
      wait_for_others(bands);
      others_done = true;
    }
    --left_in_group;
    const int margin = left_in_group * bands.radius;
    for (int b = 0; b < bands.count; ++b) {
      const Band& band = bands.band[b];
      if (exchanged) {
        KIT_CHECK(cudaSetDevice(band.device));
        KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived));
      }
      const int begin = std::max(0, band.first - margin);
      const int end = std::min(bands.height, band.first + band.rows + margin);
      filter_rows(bands, b, pass % 2, begin, end - begin);
    }
  }
  if (!others_done) wait_for_others(bands);
}

}  // namespace lab11
