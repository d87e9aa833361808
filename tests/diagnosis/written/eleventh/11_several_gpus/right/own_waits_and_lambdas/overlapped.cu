#include <algorithm>

#include "waits.cuh"

namespace lab11 {
namespace {

/// Lengths of the three parts of a band.
struct Split {
  int upper, interior, lower;
};
Split split(const Bands& bands, const Band& band) {
  const bool is_first = band.first == 0, is_last = band.first + band.rows == bands.height;
  Split parts{};
  parts.upper = is_first ? 0 : std::min(bands.radius, band.rows);
  parts.lower = is_last ? 0 : std::min(bands.radius, band.rows - parts.upper);
  parts.interior = band.rows - parts.upper - parts.lower;
  return parts;
}

}  // namespace

void filter_overlapped(const Bands& bands, int passes) {
  for (int pass = 0; pass < passes; ++pass) {
    const int from = pass & 1;
    exchange_halos(bands, from, bands.radius);
    for_bands(bands, [&](int b, const Band& band) {
      const auto [upper, interior, lower] = split(bands, band);
      filter_rows(bands, b, from, band.first + upper, interior);
      wait_for_halo(band);
      filter_rows(bands, b, from, band.first + upper + interior, lower);
      filter_rows(bands, b, from, band.first, upper);
    });
  }
  if (passes > 0) wait_for_all(bands);
}

}  // namespace lab11
