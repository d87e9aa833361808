/// @file
/// Lab 11, stage overlapped: while the halos are on their way, the rows that need none are
/// filtered. Read README.md first.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

/// One pass of one band: all rows are its own, in three parts. Only the middle one needs no row of
/// another band. At the image's edges there is no other band.
struct Parts {
  int first, inner, inner_end, end;

  Parts(const Bands& bands, const Band& band) : first(band.first), end(band.first + band.rows) {
    inner = first == 0 ? 0 : std::min(first + bands.radius, end);
    inner_end = end == bands.height ? end : std::max(end - bands.radius, inner);
  }
};

}  // namespace

void filter_overlapped(const Bands& bands, int passes) {
  for (int pass = 0; pass < passes; ++pass) {
    const int from = pass % 2;
    exchange_halos(bands, from, bands.radius);
    for (int b = 0; b < bands.count; ++b) {
      const Parts parts(bands, bands.band[b]);
      filter_rows(bands, b, from, parts.inner, parts.inner_end - parts.inner);
    }
    for (int b = 0; b < bands.count; ++b) {
      const Band& band = bands.band[b];
      const Parts parts(bands, band);
      KIT_CHECK(cudaSetDevice(band.device));
      KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived));
      filter_rows(bands, b, from, parts.first, parts.inner - parts.first);
      filter_rows(bands, b, from, parts.inner_end, parts.end - parts.inner_end);
    }
  }
  if (passes == 0) return;

  // Between the passes no row is overwritten before it is copied: the next exchange is in between.
  // What the caller does next has none.
  for (int b = 0; b < bands.count; ++b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    for (int other = 0; other < bands.count; ++other) {
      KIT_CHECK(cudaStreamWaitEvent(bands.band[b].compute, bands.band[other].arrived));
    }
  }
}

}  // namespace lab11
