/// @file
/// Lab 11, stage exchange: every band gets the rows above and below it. Read README.md first.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// Rows begin to end - 1 of the image.
struct Rows {
  int begin, end;
  bool empty() const { return begin >= end; }
};

Rows common(Rows a, Rows b) {
  return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

Rows own_rows(const Band& band) {
  return {band.first, band.first + band.rows};
}

/// Where row y of the image stands.
float* row_of(const Bands& bands, const Band& band, int buffer, int y) {
  return band.d_rows[buffer] + static_cast<std::size_t>(y - band.first + bands.halo) * bands.width;
}

/// Copies of `wanted` what `owner` has. A band's own rows are never wanted of itself.
void fetch(const Bands& bands, int buffer, const Band& band, const Band& owner, Rows wanted) {
  const Rows rows = common(wanted, own_rows(owner));
  if (rows.empty()) return;
  const std::size_t floats = static_cast<std::size_t>(rows.end - rows.begin) * bands.width;
  KIT_CHECK(cudaStreamWaitEvent(band.copies, owner.ready));
  KIT_CHECK(cudaMemcpyPeerAsync(row_of(bands, band, buffer, rows.begin), band.device,
                                row_of(bands, owner, buffer, rows.begin), owner.device,
                                sizeof(float) * floats, band.copies));
}

}  // namespace

void exchange_halos(const Bands& bands, int buffer, int depth) {
  // First all events: a wait for an event means its last record before the wait.
  for (int b = 0; b < bands.count; ++b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    KIT_CHECK(cudaEventRecord(bands.band[b].ready, bands.band[b].compute));
  }
  for (int b = 0; b < bands.count; ++b) {
    const Band& band = bands.band[b];
    const Rows own = own_rows(band);
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaStreamWaitEvent(band.copies, band.ready));  // an earlier pass reads the halo
    for (int o = 0; o < bands.count; ++o) {
      fetch(bands, buffer, band, bands.band[o], {own.begin - depth, own.begin});
      fetch(bands, buffer, band, bands.band[o], {own.end, own.end + depth});
    }
    KIT_CHECK(cudaEventRecord(band.arrived, band.copies));
  }
}

}  // namespace lab11
