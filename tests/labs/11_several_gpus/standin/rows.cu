/// @file
/// Lab 11's stand-in for rows.cu: filter_rows() on the host, in the order of the band's stream.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "labs/streams/filter_on_host.hpp"

namespace lab11 {

void filter_rows(const Bands& bands, int number, int from, int first, int rows) {
  if (rows == 0) return;
  const kit::stand_in::InPlaceOfKernel copies;
  const Band& band = bands.band[number];
  KIT_CHECK(cudaSetDevice(band.device));
  kit::stand_in::FilterOnHost& work =
      kit::stand_in::keep({bands.width, bands.height, first, rows, bands.radius});
  const int top = band.first - bands.halo;
  work.take_rows(work.top(), band.d_rows[from] + work.floats(work.top() - top),
                 work.end() - work.top(), band.compute);
  work.filter(band.d_weights, band.d_rows[1 - from] + work.floats(first - top), band.compute);
}

}  // namespace lab11
