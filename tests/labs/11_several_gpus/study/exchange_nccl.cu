/// @file
/// Lab 11's exchange by NCCL, for the study scaling.cu: the only function that changes when the
/// devices are those of several hosts. Here one process has them all, one rank a device, so that
/// each band needs a device of its own. Link with -lnccl. Without NCCL's header the file is empty.
#if __has_include(<nccl.h>)

#include <nccl.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

void check(ncclResult_t result) {
  if (result == ncclSuccess) return;
  std::fprintf(stderr, "NCCL: %s\n", ncclGetErrorString(result));
  std::exit(1);
}

/// One rank per device, for the first `count` devices.
const std::vector<ncclComm_t>& communicators(int count) {
  static std::map<int, std::vector<ncclComm_t>> all;
  std::vector<ncclComm_t>& found = all[count];
  if (found.empty()) {
    found.resize(static_cast<std::size_t>(count));
    check(ncclCommInitAll(found.data(), count, nullptr));
  }
  return found;
}

float* row_of(const Bands& bands, const Band& band, int buffer, int y) {
  return band.d_rows[buffer] + static_cast<std::size_t>(y - band.first + bands.halo) * bands.width;
}

/// Rows begin to end - 1 of the image go from their owner to a band, as far as it has them.
void send(const Bands& bands, int buffer, int to, int from, int begin, int end) {
  const Band &band = bands.band[to], &owner = bands.band[from];
  begin = std::max(begin, owner.first);
  end = std::min(end, owner.first + owner.rows);
  if (begin >= end) return;
  const std::vector<ncclComm_t>& ranks = communicators(bands.count);
  const std::size_t count = static_cast<std::size_t>(end - begin) * bands.width;
  check(ncclSend(row_of(bands, owner, buffer, begin), count, ncclFloat, to,
                 ranks[static_cast<std::size_t>(from)], owner.copies));
  check(ncclRecv(row_of(bands, band, buffer, begin), count, ncclFloat, from,
                 ranks[static_cast<std::size_t>(to)], band.copies));
}

}  // namespace

void exchange_halos(const Bands& bands, int buffer, int depth) {
  for (int b = 0; b < bands.count; ++b) {
    const Band& band = bands.band[b];
    KIT_CHECK(cudaSetDevice(band.device));
    KIT_CHECK(cudaEventRecord(band.ready, band.compute));
    KIT_CHECK(cudaStreamWaitEvent(band.copies, band.ready));
  }
  communicators(bands.count);  // which cannot be made within a group
  check(ncclGroupStart());
  for (int b = 0; b < bands.count; ++b) {
    const int first = bands.band[b].first, end = first + bands.band[b].rows;
    for (int o = 0; o < bands.count; ++o) {
      send(bands, buffer, b, o, first - depth, first);
      send(bands, buffer, b, o, end, end + depth);
    }
  }
  check(ncclGroupEnd());
  for (int b = 0; b < bands.count; ++b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    KIT_CHECK(cudaEventRecord(bands.band[b].arrived, bands.band[b].copies));
  }
}

}  // namespace lab11

#endif
