#include <algorithm>

#include "waits.cuh"

namespace lab11 {
namespace {

/// `steps` passes after one exchange; `done` passes were before.
void group(const Bands& bands, int done, int steps) {
  exchange_halos(bands, done % 2, steps * bands.radius);
  for (int left = steps; left-- > 0; ++done) {
    const int margin = left * bands.radius;
    for_bands(bands, [&](int b, const Band& band) {
      if (left == steps - 1) wait_for_halo(band);
      const int begin = std::max(0, band.first - margin);
      const int end = std::min(bands.height, band.first + band.rows + margin);
      filter_rows(bands, b, done % 2, begin, end - begin);
    });
    // The first pass needed its own halo alone; the next one writes where others copy from.
    if (left == steps - 1) wait_for_all(bands);
  }
}

}  // namespace

void filter_deep(const Bands& bands, int passes, int every) {
  for (int done = 0; done < passes; done += std::min(every, passes - done)) {
    group(bands, done, std::min(every, passes - done));
  }
}

}  // namespace lab11
