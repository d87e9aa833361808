/// @file
/// Lab 11, stage exchange: every band gets the rows above and below it. Read README.md first.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// Where row y of the image stands in a band's buffer.
float* place(const Bands& bands, const Band& band, int buffer, int y) {
  const std::size_t row = static_cast<std::size_t>(y - (band.first - bands.halo));
  return band.d_rows[buffer] + row * bands.width;
}

/// `rows` rows from row y on, of `source` into `target`, behind what `source` had to do.
void carry(const Bands& bands, int buffer, const Band& source, const Band& target, int y,
           int rows) {
  KIT_CHECK(cudaSetDevice(target.device));
  KIT_CHECK(cudaStreamWaitEvent(target.copies, source.ready));
  KIT_CHECK(cudaMemcpyPeerAsync(place(bands, target, buffer, y), target.device,
                                place(bands, source, buffer, y), source.device,
                                sizeof(float) * bands.width * static_cast<std::size_t>(rows),
                                target.copies));
}

}  // namespace

void exchange_halos(const Bands& bands, int buffer, int depth) {
  for (int b = bands.count - 1; b >= 0; --b) {
    const Band& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaEventRecord(band.ready, band.compute));
    KIT_CHECK(cudaStreamWaitEvent(band.copies, band.ready));
  }

  // Each pair of bands once, rows in both directions. Between the two lie `gap` rows, so that a
  // band sees the nearest `depth - gap` rows of the other one, if it has so many.
  for (int upper = 0; upper < bands.count; ++upper) {
    const Band& above = bands.band[upper];
    const int above_end = above.first + above.rows;
    for (int lower = upper + 1; lower < bands.count; ++lower) {
      const Band& below = bands.band[lower];
      const int reach = depth - (below.first - above_end);
      if (reach <= 0) break;  // bands further down are further away
      const int down = std::min(reach, above.rows);
      carry(bands, buffer, above, below, above_end - down, down);
      carry(bands, buffer, below, above, below.first, std::min(reach, below.rows));
    }
  }

  for (int b = 0; b < bands.count; ++b) {
    const Band& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaEventRecord(band.arrived, band.copies));
  }
}

}  // namespace lab11
