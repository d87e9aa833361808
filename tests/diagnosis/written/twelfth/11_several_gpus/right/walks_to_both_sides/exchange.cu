/// @file
/// Lab 11, stage exchange: from each band upwards and downwards, band by band, until the halo is
/// full.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

class Fetcher {
 public:
  Fetcher(const Bands& bands, int buffer, const Band& band)
      : bands_(bands), buffer_(buffer), band_(band) {}

  /// Rows first to first + count - 1 of the image, all of them the owner's.
  void operator()(const Band& owner, int first, int count) const {
    KIT_CHECK(cudaStreamWaitEvent(band_.copies, owner.ready, 0));
    const std::size_t bytes = sizeof(float) * bands_.width * count;
    KIT_CHECK(cudaMemcpyPeerAsync(place(band_, first), band_.device, place(owner, first),
                                  owner.device, bytes, band_.copies));
  }

 private:
  float* place(const Band& band, int y) const {
    const std::size_t row = bands_.halo + y - band.first;
    return band.d_rows[buffer_] + row * bands_.width;
  }

  const Bands& bands_;
  int buffer_;
  const Band& band_;
};

}  // namespace

void exchange_halos(const Bands& bands, int buffer, int depth) {
  for (const Band* band = bands.band; band != bands.band + bands.count; ++band) {
    KIT_CHECK(cudaSetDevice(band->device));
    KIT_CHECK(cudaEventRecord(band->ready, band->compute));
  }
  for (int number = bands.count - 1; number >= 0; --number) {
    const Band& band = bands.band[number];
    const Fetcher fetch(bands, buffer, band);
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaStreamWaitEvent(band.copies, band.ready, 0));

    int missing = std::min(depth, band.first);
    for (int n = number - 1; missing > 0; --n) {
      const Band& owner = bands.band[n];
      const int taken = std::min(missing, owner.rows);
      fetch(owner, owner.first + owner.rows - taken, taken);
      missing -= taken;
    }
    missing = std::min(depth, bands.height - band.first - band.rows);
    for (int n = number + 1; missing > 0; ++n) {
      const Band& owner = bands.band[n];
      const int taken = std::min(missing, owner.rows);
      fetch(owner, owner.first, taken);
      missing -= taken;
    }
    KIT_CHECK(cudaEventRecord(band.arrived, band.copies));
  }
}

}  // namespace lab11
