/// @file
/// Lab 11, stage exchange: every band gets the rows above and below it. Seen from the owners: who
/// needs the rows at my edges?
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {

void exchange_halos(const Bands& bands, int buffer, int depth) {
  const Band* const begin = bands.band;
  const Band* const end = bands.band + bands.count;
  const std::size_t width = static_cast<std::size_t>(bands.width);

  // All records stand before all waits.
  std::for_each(begin, end, [](const Band& band) {
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaEventRecord(band.ready, band.compute));
  });
  for (const Band* to = begin; to != end; ++to) {
    KIT_CHECK(cudaSetDevice(to->device));
    KIT_CHECK(cudaStreamWaitEvent(to->copies, to->ready, 0));
  }

  const auto place = [&](const Band& band, int y) {
    return band.d_rows[buffer] + width * static_cast<std::size_t>(bands.halo + y - band.first);
  };
  // Rows `first` to `last` of the image, if any.
  const auto send = [&](const Band& owner, const Band& to, int first, int last) {
    if (last < first) return;
    KIT_CHECK(cudaSetDevice(to.device));
    KIT_CHECK(cudaStreamWaitEvent(to.copies, owner.ready, 0));
    const std::size_t bytes = width * static_cast<std::size_t>(last - first + 1) * sizeof(float);
    KIT_CHECK(cudaMemcpyPeerAsync(place(to, first), to.device, place(owner, first), owner.device,
                                  bytes, to.copies));
  };

  for (const Band* owner = begin; owner != end; ++owner) {
    const int owner_last = owner->first + owner->rows - 1;
    // Bands below take the owner's last rows, bands above its first ones; the nearest come first.
    for (const Band* to = owner + 1; to < end; ++to) {
      send(*owner, *to, std::max(owner->first, to->first - depth), owner_last);
    }
    for (int above = static_cast<int>(owner - begin) - 1; above >= 0; --above) {
      const Band* to = begin + above;
      send(*owner, *to, owner->first, std::min(owner_last, to->first + to->rows - 1 + depth));
    }
  }

  for (int b = bands.count - 1; b >= 0; --b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    KIT_CHECK(cudaEventRecord(bands.band[b].arrived, bands.band[b].copies));
  }
}

}  // namespace lab11
