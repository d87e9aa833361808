/// @file
/// Lab 11, stage deep: one loop over passes; each band runs all passes up to the next exchange.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {

void filter_deep(const Bands& bands, int passes, int every) {
  for (int pass = 0; pass < passes; pass += every) {
    const int until = passes - pass < every ? passes : pass + every;
    exchange_halos(bands, pass & 1, (until - pass) * bands.radius);
    for (int b = 0; b < bands.count; ++b) {
      const Band& band = bands.band[b];
      KIT_CHECK(cudaSetDevice(band.device));
      for (int o = bands.count - 1; o >= 0; --o) {
        KIT_CHECK(cudaStreamWaitEvent(band.compute, bands.band[o].arrived, 0));
      }
      for (int p = pass; p < until; ++p) {
        const int more = (until - p - 1) * bands.radius;
        const int begin = std::max(0, band.first - more);
        const int rows = std::min(bands.height, band.first + band.rows + more) - begin;
        filter_rows(bands, b, p & 1, begin, rows);
      }
    }
  }
}

}  // namespace lab11
