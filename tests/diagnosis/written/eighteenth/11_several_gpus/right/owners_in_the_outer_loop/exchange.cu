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

/// Copies rows begin to end - 1 from their owner, on the band's own stream; none if there are none.
void fetch(const Bands& bands, int buffer, const Band& band, const Band& owner, Rows rows) {
  if (rows.empty()) return;
  const std::size_t bytes =
      static_cast<std::size_t>(rows.end - rows.begin) * bands.width * sizeof(float);
  KIT_CHECK(cudaStreamWaitEvent(band.copies, owner.ready));
  KIT_CHECK(cudaMemcpyPeerAsync(row_of(bands, band, buffer, rows.begin), band.device,
                                row_of(bands, owner, buffer, rows.begin), owner.device, bytes,
                                band.copies));
}

}  // namespace

void exchange_halos(const Bands& bands, int buffer, int depth) {
  for (int o = 0; o < bands.count; ++o) {
    const Band& owner = bands.band[o];
    KIT_CHECK(cudaSetDevice(owner.device));
    KIT_CHECK(cudaEventRecord(owner.ready, owner.compute));
  }

  for (int b = 0; b < bands.count; ++b) {
    const Band& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaStreamWaitEvent(band.copies, band.ready));
  }

  // Owner by owner: all other bands that reach into its rows, from above or from below. A band's
  // rows with its halos are one range; of another owner it holds rows on one side only.
  for (int o = 0; o < bands.count; ++o) {
    const Band& owner = bands.band[o];
    for (int b = bands.count - 1; b >= 0; --b) {
      if (b == o) continue;
      const Band& band = bands.band[b];
      KIT_CHECK(cudaSetDevice(band.device));
      const Rows own = own_rows(band);
      const Rows reach = {own.begin - depth, own.end + depth};
      fetch(bands, buffer, band, owner, common(reach, own_rows(owner)));
    }
  }

  for (int b = 0; b < bands.count; ++b) {
    const Band& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaEventRecord(band.arrived, band.copies));
  }
}

}  // namespace lab11
