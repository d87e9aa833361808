/// @file
/// For stand-ins: rows of an image filtered by the reference that the cases use. All in a stream's
/// order, and so that it can be captured: the rows that are needed go to the host, a function of
/// the host filters them, and the result goes back.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "kit/cuda_check.hpp"
#include "kit/image.hpp"
#include "labs/convolution/reference/two_pass.hpp"

// In a program that the simulator observes; null elsewhere.
extern "C" void kit_sim_copies_stand_for_kernel(int on) __attribute__((weak));

namespace kit::stand_in {

/// As long as one of these exists, the simulator takes copies for work of a kernel.
class InPlaceOfKernel {
 public:
  InPlaceOfKernel() { set(1); }
  ~InPlaceOfKernel() { set(0); }
  InPlaceOfKernel(const InPlaceOfKernel&) = delete;
  InPlaceOfKernel& operator=(const InPlaceOfKernel&) = delete;

 private:
  static void set(int on) {
    if (kit_sim_copies_stand_for_kernel != nullptr) kit_sim_copies_stand_for_kernel(on);
  }
};

/// Pinned memory, since what a copy from pageable memory takes is what stands there when it is
/// queued. Allocated before any of the student's functions is called; used again from its beginning
/// when it is full, which takes longer than any work that is queued here waits.
class Arena {
 public:
  Arena() { KIT_CHECK(cudaMallocHost(&data_, sizeof(float) * kFloats)); }
  float* take(std::size_t count) {
    if (used_ + count > kFloats) used_ = 0;
    used_ += count;
    return data_ + (used_ - count);
  }

 private:
  static constexpr std::size_t kFloats = std::size_t(1) << 24;
  float* data_ = nullptr;
  std::size_t used_ = 0;
};
inline Arena arena;

/// Rows [first, first + rows) of an image of this height, filtered with the same 2 * radius + 1
/// weights in both directions.
class FilterOnHost {
 public:
  FilterOnHost(int width, int height, int first, int rows, int radius)
      : width_(width),
        top_(std::max(first - radius, 0)),
        end_(std::min(first + rows + radius, height)),
        first_(first),
        rows_(rows),
        taps_(std::size_t(2 * radius + 1)),
        seen_(arena.take(floats(end_ - top_))),
        weights_(arena.take(taps_)),
        output_(arena.take(floats(rows))) {}

  /// The rows that are needed: [top, end) of the image.
  int top() const { return top_; }
  int end() const { return end_; }
  std::size_t floats(int rows) const { return std::size_t(rows) * std::size_t(width_); }

  /// Row y of the image and those behind it.
  void take_rows(int y, const float* d_from, int rows, cudaStream_t stream) {
    copy(seen_ + floats(y - top_), d_from, floats(rows), stream);
  }
  /// All rows that are needed have been taken. `filter` must stay until the stream is done.
  void filter(const float* d_weights, float* d_output, cudaStream_t stream) {
    copy(weights_, d_weights, taps_, stream);
    KIT_CHECK(cudaLaunchHostFunc(
        stream, [](void* self) { static_cast<FilterOnHost*>(self)->compute(); }, this));
    copy(d_output, output_, floats(rows_), stream);
  }

 private:
  static void copy(void* to, const void* from, std::size_t count, cudaStream_t stream) {
    KIT_CHECK(cudaMemcpyAsync(to, from, sizeof(float) * count, cudaMemcpyDefault, stream));
  }
  void compute() {
    kit::Image<float> seen(width_, end_ - top_);
    std::copy_n(seen_, seen.size(), seen.data());
    const std::vector<float> weights(weights_, weights_ + taps_);
    for (int row = 0; row < rows_; ++row) {
      const kit::Image<double> line = kit::oracle::separable_row(
          seen, {"", weights, weights}, kit::Border::clamp, first_ - top_ + row);
      std::copy_n(line.data(), line.size(), output_ + floats(row));
    }
  }

  int width_, top_, end_, first_, rows_;
  std::size_t taps_;
  float *seen_, *weights_, *output_;
};

/// Lives as long as the process does: a graph may be launched again.
inline FilterOnHost& keep(FilterOnHost filter) {
  static std::vector<std::unique_ptr<FilterOnHost>> all;
  all.push_back(std::make_unique<FilterOnHost>(filter));
  return *all.back();
}

}  // namespace kit::stand_in
