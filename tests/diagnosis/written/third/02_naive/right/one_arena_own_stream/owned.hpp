// One allocation and one stream that are given back on every way out; on the good way the results
// of giving them back are checked.
#pragma once

#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"

namespace lab02 {

class Arena {
 public:
  explicit Arena(std::size_t floats) {
    KIT_CHECK(cudaMalloc(reinterpret_cast<void**>(&begin_), floats * sizeof(float)));
    next_ = begin_;
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena() {
    if (begin_) cudaFree(begin_);
  }
  float* take(std::size_t floats) { return std::exchange(next_, next_ + floats); }
  void free() { KIT_CHECK(cudaFree(std::exchange(begin_, nullptr))); }

 private:
  float* begin_ = nullptr;
  float* next_ = nullptr;
};

class Stream {
 public:
  Stream() { KIT_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    if (stream_) cudaStreamDestroy(stream_);
  }
  operator cudaStream_t() const { return stream_; }
  void destroy() { KIT_CHECK(cudaStreamDestroy(std::exchange(stream_, nullptr))); }

 private:
  cudaStream_t stream_ = nullptr;
};

}  // namespace lab02
