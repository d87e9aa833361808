/// @file
/// Lab 10's stand-in for strip.cu: filter_strip() by the reference that the cases use. All in the
/// stream's order, and so that it can be captured: the rows that are needed go to the host, a
/// function of the host filters them, and the result goes back.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "kit/cuda_check.hpp"
#include "kit/image.hpp"
#include "lab.hpp"
#include "labs/convolution/reference/two_pass.hpp"

// In a program that the simulator observes; null elsewhere.
extern "C" void kit_sim_copies_stand_for_kernel(int on) __attribute__((weak));

namespace lab10 {
namespace {

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

Arena arena;

/// Lives as long as the process does: a graph may be launched again.
struct Work {
  int width, radius, top, end, first, rows;  ///< rows [top, end) of the image are there
  float *seen, *weights, *output;
};

void filter(void* data) {
  const Work& work = *static_cast<Work*>(data);
  kit::Image<float> seen(work.width, work.end - work.top);
  std::copy_n(work.seen, seen.size(), seen.data());
  const std::vector<float> weights(work.weights, work.weights + 2 * work.radius + 1);
  const kit::SeparableFilter filter{"", weights, weights};
  for (int row = 0; row < work.rows; ++row) {
    const kit::Image<double> line =
        kit::oracle::separable_row(seen, filter, kit::Border::clamp, work.first - work.top + row);
    std::copy_n(line.data(), line.size(), work.output + std::size_t(row) * line.size());
  }
}

}  // namespace

void filter_strip(const float* d_ring, int ring_rows, float* d_output, int width, int height,
                  int first, int rows, const float* d_weights, int radius, cudaStream_t stream) {
  static std::vector<std::unique_ptr<Work>> all;
  const InPlaceOfKernel copies;
  const int top = std::max(first - radius, 0), end = std::min(first + rows + radius, height);
  const auto floats = [&](int count) { return std::size_t(count) * std::size_t(width); };
  const std::size_t taps = std::size_t(2 * radius + 1);
  all.push_back(std::make_unique<Work>(Work{width, radius, top, end, first, rows,
                                            arena.take(floats(end - top)), arena.take(taps),
                                            arena.take(floats(rows))}));
  Work& work = *all.back();
  const auto copy = [&](void* to, const void* from, std::size_t count) {
    KIT_CHECK(cudaMemcpyAsync(to, from, sizeof(float) * count, cudaMemcpyDefault, stream));
  };
  copy(work.weights, d_weights, taps);
  for (int y = top; y < end;) {
    const int there = std::min(ring_rows - y % ring_rows, end - y);  // up to the ring's end
    copy(work.seen + floats(y - top), d_ring + floats(y % ring_rows), floats(there));
    y += there;
  }
  KIT_CHECK(cudaLaunchHostFunc(stream, filter, &work));
  copy(d_output, work.output, floats(rows));
}

}  // namespace lab10
