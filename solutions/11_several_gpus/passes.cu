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
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    for (int other = 0; other < bands.count; ++other) {
      KIT_CHECK(cudaStreamWaitEvent(bands.band[b].compute, bands.band[other].arrived));
    }
  }
}

}  // namespace

void filter_passes(const Bands& bands, int passes) {
  for (int pass = 0; pass < passes; ++pass) {
    exchange_halos(bands, pass % 2, bands.radius);
    wait_for_copies(bands);
    for (int b = 0; b < bands.count; ++b) {
      filter_rows(bands, b, pass % 2, bands.band[b].first, bands.band[b].rows);
    }
  }
}

}  // namespace lab11
