#include "waits.cuh"

namespace lab11 {

void filter_passes(const Bands& bands, int passes) {
  if (passes < 1) return;
  for (int pass = 0, from = 0; pass < passes; ++pass, from = 1 - from) {
    exchange_halos(bands, from, bands.radius);
    for_bands(bands, [&](int b, const Band& band) {
      wait_for_halo(band);  // enough between passes: the others' copies are waited for in turn
      filter_rows(bands, b, from, band.first, band.rows);
    });
  }
  wait_for_all(bands);
}

}  // namespace lab11
