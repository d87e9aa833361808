// The exchange, seen from the owner: which of its rows does each other band want?
#include <algorithm>
#include <cstddef>
#include <vector>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

struct Message {
  int from, to;     // bands
  int first, rows;  // of the image
};

/// All messages of an exchange.
std::vector<Message> messages(const Bands& bands, int depth) {
  std::vector<Message> all;
  for (int to = 0; to < bands.count; ++to) {
    const int begin = bands.band[to].first, end = begin + bands.band[to].rows;
    for (int from = 0; from < bands.count; ++from) {
      const int first = bands.band[from].first, last = first + bands.band[from].rows;
      int low = first, high = last;
      if (from < to) {
        low = std::max(first, begin - depth);
      } else if (from > to) {
        high = std::min(last, end + depth);
      } else {
        continue;
      }
      if (low < high) all.push_back({from, to, low, high - low});
    }
  }
  return all;
}

float* place(const Bands& bands, int number, int buffer, int y) {
  const Band& band = bands.band[number];
  const std::size_t row = y - (band.first - bands.halo);
  return band.d_rows[buffer] + row * bands.width;
}

}  // namespace

void exchange_halos(const Bands& bands, int buffer, int depth) {
  for (const Band* band = bands.band; band != bands.band + bands.count; ++band) {
    KIT_CHECK(cudaSetDevice(band->device));
    KIT_CHECK(cudaEventRecord(band->ready, band->compute));
    KIT_CHECK(cudaStreamWaitEvent(band->copies, band->ready));
  }
  for (const Message& message : messages(bands, depth)) {
    const Band &source = bands.band[message.from], &target = bands.band[message.to];
    KIT_CHECK(cudaSetDevice(target.device));
    KIT_CHECK(cudaStreamWaitEvent(target.copies, source.ready));
    KIT_CHECK(cudaMemcpyPeerAsync(place(bands, message.to, buffer, message.first), target.device,
                                  place(bands, message.from, buffer, message.first), source.device,
                                  sizeof(float) * bands.width * message.rows, target.copies));
  }
  for (int b = 0; b < bands.count; ++b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    KIT_CHECK(cudaEventRecord(bands.band[b].arrived, bands.band[b].copies));
  }
}

}  // namespace lab11
