/// @file
/// What the files of launches share: where they begin, numbers to work on, and a look at results.
#pragma once

#include <cuda_fp16.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <type_traits>
#include <vector>

#include "kit/device_buffer.hpp"

namespace launches {

/// Each launches its file's kernels, in the same order in every run.
void of_memory();
void of_shared();
void of_wide();
void of_warps();
void of_atomics();
void of_filters();
void of_divergent();

/// Results that were wrong so far.
inline int failures = 0;

/// Whole numbers below 251 in no simple order: float32 holds their sums exactly.
inline int value(std::size_t i) {
  return int((i * 73 ^ i >> 5) % 251);
}

template <typename T>
double number(T stored) {
  if constexpr (std::is_same_v<T, half>)
    return double(__half2float(stored));
  else
    return double(stored);
}

/// `count` elements on the device that hold value(0), value(1) and so on.
template <typename T>
kit::DeviceBuffer<T> values(std::size_t count) {
  std::vector<T> host(count);
  for (std::size_t i = 0; i < count; ++i) host[i] = T(value(i));
  return kit::DeviceBuffer<T>(host.data(), count);
}

/// `count` elements, all zero.
template <typename T>
kit::DeviceBuffer<T> zeros(std::size_t count) {
  kit::DeviceBuffer<T> buffer(count);
  KIT_CHECK(cudaMemset(buffer.data(), 0, buffer.bytes()));
  return buffer;
}

/// The buffer as elements of another type.
template <typename T, typename Stored>
T* as(kit::DeviceBuffer<Stored>& buffer) {
  return reinterpret_cast<T*>(buffer.data());
}

/// Waits for the launch before it. Says so if one of the first `count` elements of `out` is not
/// about expected(its index), a double, and sets the buffer to zero.
template <typename T, typename Expected>
void check(const char* kernel, kit::DeviceBuffer<T>& out, std::size_t count, Expected expected) {
  KIT_CHECK(cudaGetLastError());
  std::vector<T> host(out.size());
  out.download(host.data());
  KIT_CHECK(cudaMemset(out.data(), 0, out.bytes()));
  for (std::size_t i = 0; i < count; ++i) {
    const double has = number(host[i]), wants = expected(i);
    if (std::abs(has - wants) <= 1e-4 * std::max(1.0, std::abs(wants))) continue;
    std::fprintf(stderr, "%s: element %zu is %g, not %g\n", kernel, i, has, wants);
    ++failures;
    return;
  }
}

}  // namespace launches
