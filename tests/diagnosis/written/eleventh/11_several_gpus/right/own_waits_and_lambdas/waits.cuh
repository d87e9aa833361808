// Loops and waits that all stages share.
#pragma once
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {

template <typename Body>
void for_bands(const Bands& bands, Body&& body) {
  for (int b = 0; b < bands.count; ++b) body(b, bands.band[b]);
}

/// The band's kernels from here on come after the copies into it.
inline void wait_for_halo(const Band& band) {
  KIT_CHECK(cudaSetDevice(band.device));
  KIT_CHECK(cudaStreamWaitEvent(band.compute, band.arrived, 0));
}

/// Kernels of all bands from here on come after all copies.
inline void wait_for_all(const Bands& bands) {
  for_bands(bands, [&](int, const Band& band) {
    KIT_CHECK(cudaSetDevice(band.device));
    for_bands(bands, [&](int, const Band& other) {
      KIT_CHECK(cudaStreamWaitEvent(band.compute, other.arrived, 0));
    });
  });
}

}  // namespace lab11
