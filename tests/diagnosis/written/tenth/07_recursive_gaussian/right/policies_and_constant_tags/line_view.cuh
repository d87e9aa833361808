#pragma once

/// Pixels at equal distances, used like an array.
template <class T>
struct StridedLine {
  T* data;
  int stride;
  __device__ __forceinline__ T& operator[](int k) const { return data[k * stride]; }
};

/// A thread's own array with the same interface.
template <int N>
struct OwnLine {
  float data[N];
  __device__ __forceinline__ float& operator[](int k) { return data[k]; }
};
