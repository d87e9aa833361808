/// @file
/// Lab 11, stage passes: the image is filtered several times, and before each pass the bands
/// exchange their halos. Read README.md first.
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// What the bands do next comes after all copies. Band 0 waits for all of them and says so by its
/// `ready`, which the next exchange records anew; the others wait for that alone.
void gather_and_release(const Bands& bands) {
  const Band& head = bands.band[0];
  KIT_CHECK(cudaSetDevice(head.device));
  for (int b = 0; b < bands.count; ++b) {
    KIT_CHECK(cudaStreamWaitEvent(head.compute, bands.band[b].arrived));
  }
  KIT_CHECK(cudaEventRecord(head.ready, head.compute));
  for (int b = 1; b < bands.count; ++b) {
    const Band& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaStreamWaitEvent(band.compute, head.ready));
  }
}

}  // namespace

void filter_passes(const Bands& bands, int passes) {
  // The buffers change places after each pass: the image is always in d_rows[0].
  Bands now = bands;
  for (; passes > 0; --passes) {
    exchange_halos(now, 0, now.radius);
    gather_and_release(now);
    for (int b = now.count - 1; b >= 0; --b) {
      Band& band = now.band[b];
      filter_rows(now, b, 0, band.first, band.rows);
      std::swap(band.d_rows[0], band.d_rows[1]);
    }
  }
}

}  // namespace lab11
