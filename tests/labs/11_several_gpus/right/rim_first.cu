/// Right: the rim is filtered first, so that it is on its way to the neighbours, as the halo of the
/// next pass, while the interior is filtered.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {

void filter_overlapped(const Bands& bands, int passes) {
  if (passes == 0) return;
  exchange_halos(bands, 0, bands.radius);
  for (int pass = 0; pass < passes; ++pass) {
    const int from = pass % 2;
    for (int b = 0; b < bands.count; ++b) {
      const Band& band = bands.band[b];
      const int upper = std::min(bands.radius, band.rows);
      const int lower = std::min(bands.radius, band.rows - upper);
      KIT_CHECK(cudaSetDevice(band.device));
      KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived));
      filter_rows(bands, b, from, band.first, upper);
      filter_rows(bands, b, from, band.first + band.rows - lower, lower);
    }
    // Those who still copy from the buffer that is read here had to wait for nothing but `ready`.
    if (pass + 1 < passes) exchange_halos(bands, 1 - from, bands.radius);
    for (int b = 0; b < bands.count; ++b) {
      const Band& band = bands.band[b];
      const int upper = std::min(bands.radius, band.rows);
      const int lower = std::min(bands.radius, band.rows - upper);
      filter_rows(bands, b, from, band.first + upper, band.rows - upper - lower);
    }
  }
  for (int b = 0; b < bands.count; ++b)
    for (int other = 0; other < bands.count; ++other)
      KIT_CHECK(cudaStreamWaitEvent(bands.band[b].compute, bands.band[other].arrived));
}

}  // namespace lab11
