/// @file
/// Lab 11's stand-in for exchange.cu: exchange_halos() row by row.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

const Band& owner_of(const Bands& bands, int y) {
  int b = 0;
  while (y >= bands.band[b].first + bands.band[b].rows) ++b;
  return bands.band[b];
}

float* row_of(const Bands& bands, const Band& band, int buffer, int y) {
  return band.d_rows[buffer] + std::size_t(y - band.first + bands.halo) * std::size_t(bands.width);
}

}  // namespace

void exchange_halos(const Bands& bands, int buffer, int depth) {
  for (int b = 0; b < bands.count; ++b)
    KIT_CHECK(cudaEventRecord(bands.band[b].ready, bands.band[b].compute));
  for (int b = 0; b < bands.count; ++b) {
    const Band& band = bands.band[b];
    const int end = band.first + band.rows;
    for (int owner = 0; owner < bands.count; ++owner)
      KIT_CHECK(cudaStreamWaitEvent(band.copies, bands.band[owner].ready));
    for (int y = band.first - depth; y < end + depth; ++y) {
      const bool own = y >= band.first && y < end;
      if (y < 0 || y >= bands.height || own) continue;
      const Band& owner = owner_of(bands, y);
      KIT_CHECK(cudaMemcpyPeerAsync(row_of(bands, band, buffer, y), band.device,
                                    row_of(bands, owner, buffer, y), owner.device,
                                    sizeof(float) * std::size_t(bands.width), band.copies));
    }
    KIT_CHECK(cudaEventRecord(band.arrived, band.copies));
  }
}

}  // namespace lab11
