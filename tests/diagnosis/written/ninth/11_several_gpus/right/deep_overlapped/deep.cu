/// @file
/// Lab 11, stage deep: the first pass after an exchange begins with the rows that need no halo.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// A band's rows and `margin` more on either side, as far as the image has them.
struct Range {
  int begin, end;

  Range(const Bands& bands, const Band& band, int margin)
      : begin(std::max(band.first - margin, 0)),
        end(std::min(band.first + band.rows + margin, bands.height)) {}
};

void filter(const Bands& bands, int number, int from, int begin, int end) {
  if (begin < end) filter_rows(bands, number, from, begin, end - begin);
}

/// The rows of a band that need none of another one.
void interior(const Bands& bands, const Band& band, int& begin, int& end) {
  const int last = band.first + band.rows;
  begin = band.first == 0 ? 0 : std::min(band.first + bands.radius, last);
  end = last == bands.height ? last : std::max(last - bands.radius, begin);
}

}  // namespace

void filter_deep(const Bands& bands, int passes, int every) {
  for (int pass = 0, steps; pass < passes; pass += steps) {
    steps = std::min(every, passes - pass);
    exchange_halos(bands, pass % 2, steps * bands.radius);

    // Rows of the other buffer that someone still copies from an exchange before lie at the rims.
    for (int b = 0; b < bands.count; ++b) {
      int begin, end;
      interior(bands, bands.band[b], begin, end);
      filter(bands, b, pass % 2, begin, end);
    }
    for (int b = 0; b < bands.count; ++b) {
      const Band& band = bands.band[b];
      KIT_CHECK(cudaSetDevice(band.device));
      for (int other = 0; other < bands.count; ++other) {
        KIT_CHECK(cudaStreamWaitEvent(band.compute, bands.band[other].arrived));
      }
      const Range rows(bands, band, (steps - 1) * bands.radius);
      int begin, end;
      interior(bands, band, begin, end);
      filter(bands, b, pass % 2, rows.begin, begin);
      filter(bands, b, pass % 2, end, rows.end);
    }

    // Band by band: the passes that are left need no other band.
    for (int b = 0; b < bands.count; ++b) {
      for (int step = 1; step < steps; ++step) {
        const Range rows(bands, bands.band[b], (steps - 1 - step) * bands.radius);
        filter(bands, b, (pass + step) % 2, rows.begin, rows.end);
      }
    }
  }
}

}  // namespace lab11
