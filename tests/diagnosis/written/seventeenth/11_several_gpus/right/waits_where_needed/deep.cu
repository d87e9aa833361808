/// @file
/// Lab 11, stage deep: deeper halos, exchanged before every few passes. Read README.md first.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// Rows of the image within `margin` rows of a band, the band's own included.
void filter_around(const Bands& bands, int number, int from, int margin) {
  const Band& band = bands.band[number];
  const int above = std::min(margin, band.first);
  const int below = std::min(margin, bands.height - band.first - band.rows);
  filter_rows(bands, number, from, band.first - above, above + band.rows + below);
}

/// `steps` passes after one exchange. The first kernel reads the band's own halo, so it waits for
/// that. Only the second writes to what others have copied.
void filter_group(const Bands& bands, int from, int steps) {
  exchange_halos(bands, from, steps * bands.radius);

  for (int b = 0; b < bands.count; ++b) {
    const Band& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived));
    filter_around(bands, b, from, (steps - 1) * bands.radius);

    // Also if this was the group's only pass: something comes next on `compute`.
    KIT_CHECK(cudaSetDevice(band.device));
    for (int other = 0; other < bands.count; ++other) {
      if (other != b) KIT_CHECK(cudaStreamWaitEvent(band.compute, bands.band[other].arrived));
    }

    // The rest of the group needs nothing of other bands any more.
    for (int left = steps - 2; left >= 0; --left) {
      const int buffer = (from + steps - 1 - left) % 2;
      filter_around(bands, b, buffer, left * bands.radius);
    }
  }
}

}  // namespace

void filter_deep(const Bands& bands, int passes, int every) {
  int from = 0;
  for (int left = passes; left > 0;) {
    const int steps = std::min(every, left);
    filter_group(bands, from, steps);
    from = (from + steps) % 2;
    left -= steps;
  }
}

}  // namespace lab11
