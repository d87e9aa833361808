/// @file
/// Lab 11, stage overlapped: interior, wait and rims of one band after the other.
#include <algorithm>
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// The band's rows that no missing row of another band reaches: [first, second).
std::pair<int, int> interior(const Bands& bands, int number) {
  const Band& band = bands.band[number];
  const int end = band.first + band.rows;
  const int from = number == 0 ? 0 : std::min(band.first + bands.radius, end);
  const int to = number == bands.count - 1 ? end : end - bands.radius;
  return {from, std::max(from, to)};
}

}  // namespace

void filter_overlapped(const Bands& bands, int passes) {
  for (int left = passes, from = 0; left > 0; --left, from = 1 - from) {
    exchange_halos(bands, from, bands.radius);
    for (int b = bands.count - 1; b >= 0; --b) {
      const Band& band = bands.band[b];
      const auto [inner, outer] = interior(bands, b);
      filter_rows(bands, b, from, inner, outer - inner);
      KIT_CHECK(cudaSetDevice(band.device));
      KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived, 0));
      if (outer < band.first + band.rows) {
        filter_rows(bands, b, from, outer, band.first + band.rows - outer);
      }
      if (inner > band.first) filter_rows(bands, b, from, band.first, inner - band.first);
    }
    if (left > 1) continue;
    for (int n = 0; n < bands.count * bands.count; ++n) {  // all pairs
      const Band& waiting = bands.band[n / bands.count];
      KIT_CHECK(cudaSetDevice(waiting.device));
      KIT_CHECK(cudaStreamWaitEvent(waiting.compute, bands.band[n % bands.count].arrived, 0));
    }
  }
}

}  // namespace lab11
