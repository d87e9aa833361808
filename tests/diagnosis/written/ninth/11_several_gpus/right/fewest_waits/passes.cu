/// @file
/// Lab 11, stage passes: between passes a band waits for the copies into it alone. Only at the end
/// it waits for those of the others.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

template <typename Work>
void for_each_band(const Bands& bands, Work work) {
  for (int b = 0; b < bands.count; ++b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    work(b, bands.band[b]);
  }
}

}  // namespace

void filter_passes(const Bands& bands, int passes) {
  if (passes == 0) return;
  for (int pass = 0; pass < passes; ++pass) {
    exchange_halos(bands, pass & 1, bands.radius);
    for_each_band(bands, [&](int b, const Band& band) {
      // Through the exchange this comes after the copies of the pass before out of this band too:
      // who took rows of this band gives rows to it, and was ready only when its own had come.
      KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived));
      filter_rows(bands, b, pass & 1, band.first, band.rows);
    });
  }
  for_each_band(bands, [&](int b, const Band& band) {
    for_each_band(bands, [&](int other, const Band& taker) {
      if (other != b) KIT_CHECK(cudaStreamWaitEvent(band.compute, taker.arrived));
    });
  });
}

}  // namespace lab11
