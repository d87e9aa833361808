/// @file
/// Lab 11, stage overlapped: bands with an interior begin with it; bands without one are filtered
/// as a whole when their halo is there.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// Rows of a band's upper and lower rim.
int upper_rim(const Bands& bands, int b) {
  return b == 0 ? 0 : bands.radius;
}

int lower_rim(const Bands& bands, int b) {
  return b == bands.count - 1 ? 0 : bands.radius;
}

/// Are there fewer than `radius` rows between the two bands?
bool takes_rows(const Bands& bands, const Band& a, const Band& b) {
  if (a.first > b.first) return takes_rows(bands, b, a);
  return b.first - (a.first + a.rows) < bands.radius;
}

}  // namespace

void filter_overlapped(const Bands& bands, int passes) {
  int interior[kMaxBands];
  for (int b = 0; b < bands.count; ++b) {
    interior[b] = bands.band[b].rows - upper_rim(bands, b) - lower_rim(bands, b);
  }

  for (int pass = 0; pass < passes; ++pass) {
    const int from = pass % 2;
    exchange_halos(bands, from, bands.radius);
    for (int b = bands.count - 1; b >= 0; --b) {
      const Band& band = bands.band[b];
      if (interior[b] > 0) {
        filter_rows(bands, b, from, band.first + upper_rim(bands, b), interior[b]);
      }
      KIT_CHECK(cudaSetDevice(band.device));
      KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived));
      if (interior[b] <= 0) {
        filter_rows(bands, b, from, band.first, band.rows);
        continue;
      }
      const int lower = lower_rim(bands, b);
      filter_rows(bands, b, from, band.first + band.rows - lower, lower);
      filter_rows(bands, b, from, band.first, upper_rim(bands, b));
    }
  }

  // The copies into a band are over: its last kernel has waited for them.
  for (int b = 0; passes > 0 && b < bands.count; ++b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    for (int other = 0; other < bands.count; ++other) {
      if (other == b || !takes_rows(bands, bands.band[b], bands.band[other])) continue;
      KIT_CHECK(cudaStreamWaitEvent(bands.band[b].compute, bands.band[other].arrived));
    }
  }
}

}  // namespace lab11
