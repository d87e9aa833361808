/// @file
/// What the generated kernels share: values of every type, buffers that check what they hold.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

using int8 = signed char;
using uint8 = unsigned char;

/// A pixel of three bytes: neighbours share words.
struct Rgb {
  unsigned char r, g, b;
};

/// The i-th of values between 0 and 100; no two of 101 in a row are the same.
template <class T>
__host__ __device__ T val(int i) {
  return T((i * 7 + 3) % 101);
}
template <>
inline __host__ __device__ float4 val<float4>(int i) {
  const float v = val<float>(i);
  return {v, v + 1, v + 2, v + 3};
}
template <>
inline __host__ __device__ Rgb val<Rgb>(int i) {
  const int v = val<int>(i);
  return {(unsigned char)v, (unsigned char)(v + 1), (unsigned char)(v + 2)};
}

/// A sum that is exact, or of integers modulo 2^bits: it does not depend on the order.
template <class T>
__host__ __device__ T plus(T a, T b) {
  return T(a + b);
}
inline __host__ __device__ float4 plus(float4 a, float4 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
inline __host__ __device__ Rgb plus(Rgb a, Rgb b) {
  return {(unsigned char)(a.r + b.r), (unsigned char)(a.g + b.g), (unsigned char)(a.b + b.b)};
}

template <class T>
__host__ __device__ T larger(T a, T b) {
  return a < b ? b : a;
}

/// Ends the program if a call of CUDA failed: racy kernels may do anything.
inline void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("error %s\n", cudaGetErrorString(error));
  std::exit(3);
}

/// Device memory of `n` values, which `make(i)` gives.
template <class T>
struct Device {
  int n;
  T* p = nullptr;
  Device(int n, const std::function<T(int)>& make) : n(n) {
    std::vector<T> host(n);
    for (int i = 0; i < n; ++i) host[i] = make(i);
    check(cudaMalloc(&p, n * sizeof(T)));
    check(cudaMemcpy(p, host.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  }
  Device(const Device&) = delete;
  ~Device() { (void)cudaFree(p); }

  std::vector<T> got() const {
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    std::vector<T> host(n);
    check(cudaMemcpy(host.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }
  /// 0 if all values are those of `expected`, else 1.
  int is(const std::function<T(int)>& expected) const {
    const std::vector<T> host = got();
    for (int i = 0; i < n; ++i) {
      const T wanted = expected(i);
      if (std::memcmp(&host[i], &wanted, sizeof(T)) != 0) {
        std::printf("value %d is wrong\n", i);
        return 1;
      }
    }
    return 0;
  }
  int is(const std::vector<T>& expected) const {
    return is([&](int i) { return expected[i]; });
  }
};

/// Device memory with val<T>(0), val<T>(1) ...
template <class T>
Device<T> filled(int n) {
  return {n, [](int i) { return val<T>(i); }};
}
/// Device memory with one value, made of an integer.
template <class T>
Device<T> all(int n, int value = 0) {
  return {n, [=](int) { return value == 0 ? T{} : val<T>(value); }};
}

/// A generated kernel's run: 0 if the result is right.
struct Run {
  const char* name;
  int (*run)();
};

/// Runs those that are named, all if none is, and prints "NAME: right" or "NAME: wrong".
inline int run_all(const Run* runs, int count, int argc, char** argv) {
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    bool wanted = argc < 2;
    for (int k = 1; k < argc; ++k) wanted = wanted || std::strcmp(argv[k], runs[i].name) == 0;
    if (!wanted) continue;
    const bool right = runs[i].run() == 0;
    wrong += right ? 0 : 1;
    std::printf("%s: %s\n", runs[i].name, right ? "right" : "wrong");
    std::fflush(stdout);
  }
  return wrong == 0 ? 0 : 1;
}
