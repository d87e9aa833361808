/// @file
/// Lab 11, stage exchange: every band gets the rows above and below it. Read README.md first.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// Where row y of the image stands.
float* row_of(const Bands& bands, const Band& band, int buffer, int y) {
  return band.d_rows[buffer] + static_cast<std::size_t>(y - band.first + bands.halo) * bands.width;
}

/// Rows y to end - 1 of the image, all of them rows of other bands; each copy takes as many as the
/// owner of the next row has.
void fetch(const Bands& bands, int buffer, const Band& band, int y, int end) {
  int o = 0;
  while (y < end) {
    while (bands.band[o].first + bands.band[o].rows <= y) ++o;
    const Band& owner = bands.band[o];
    const int run = std::min(end, owner.first + owner.rows) - y;
    KIT_CHECK(cudaStreamWaitEvent(band.copies, owner.ready));
    KIT_CHECK(cudaMemcpyPeerAsync(row_of(bands, band, buffer, y), band.device,
                                  row_of(bands, owner, buffer, y), owner.device,
                                  sizeof(float) * bands.width * run, band.copies));
    y += run;
  }
}

}  // namespace

void exchange_halos(const Bands& bands, int buffer, int depth) {
  // First all events: a wait for an event means its last record before the wait.
  for (int b = 0; b < bands.count; ++b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    KIT_CHECK(cudaEventRecord(bands.band[b].ready, bands.band[b].compute));
  }
  for (int b = bands.count - 1; b >= 0; --b) {
    const Band& band = bands.band[b];
    const int end = band.first + band.rows;
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaStreamWaitEvent(band.copies, band.ready));
    fetch(bands, buffer, band, end, std::min(end + depth, bands.height));
    fetch(bands, buffer, band, std::max(band.first - depth, 0), band.first);
    KIT_CHECK(cudaEventRecord(band.arrived, band.copies));
  }
}

}  // namespace lab11
