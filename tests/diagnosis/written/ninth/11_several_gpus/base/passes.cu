/// @file
/// Lab 11, stage passes: the image is filtered several times, and before each pass the bands
/// exchange their halos. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// What the bands do next comes after all copies: into them and out of them.
void wait_for_copies(const Bands& bands) {
  for (int b = 0; b < bands.count; ++b) {
    const Band& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    for (int other = 0; other < bands.count; ++other) {
      KIT_CHECK(cudaStreamWaitEvent(band.compute, bands.band[other].arrived));
    }
  }
}

}  // namespace

void filter_passes(const Bands& bands, int passes) {
  for (int pass = 0; pass < passes; ++pass) {
    const int from = pass % 2;
    exchange_halos(bands, from, bands.radius);
    wait_for_copies(bands);
    for (int b = 0; b < bands.count; ++b) {
      const Band& band = bands.band[b];
      filter_rows(bands, b, from, band.first, band.rows);
    }
  }
}

}  // namespace lab11
