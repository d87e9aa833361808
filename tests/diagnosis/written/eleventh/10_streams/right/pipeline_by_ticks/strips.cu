// The pipeline tick by tick: in tick t strip t comes in, strip t - 1 is filtered and strip t - 2
// is copied out. (As t - 1 needs the beginning of t, it is filtered after that has come in.)
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

void after(cudaStream_t stream, cudaEvent_t event) { KIT_CHECK(cudaStreamWaitEvent(stream, event, 0)); }
void mark(cudaEvent_t event, cudaStream_t stream) { KIT_CHECK(cudaEventRecord(event, stream)); }

struct Slice {
  int index, first, rows;
  std::size_t floats, offset;  // of the image
  Slice(int k, int width, int height, int strip_rows)
      : index(k),
        first(k * strip_rows),
        rows(std::min(strip_rows, height - first)),
        floats(static_cast<std::size_t>(rows) * width),
        offset(static_cast<std::size_t>(first) * width) {}
};

}  // namespace

void filter_strips(const float* h_image, float* h_filtered, int width, int height,
                   const float* d_weights, int radius, const Pipeline& pipeline) {
  const auto [in, compute, out] = pipeline.streams;
  const int strip_rows = pipeline.strip_rows;
  const int count = (height + strip_rows - 1) / strip_rows;
  const std::size_t strip_floats = static_cast<std::size_t>(strip_rows) * width;
  // Events 0 to 4: copies in; 5 to 9: kernels; 10 to 14: copies out; 15: the beginning.
  const auto came = [&](int k) { return pipeline.events[k % 5]; };
  const auto ready = [&](int k) { return pipeline.events[5 + k % 5]; };
  const auto gone = [&](int k) { return pipeline.events[10 + k % 5]; };

  // The other streams begin after what the caller queued on the first one.
  mark(pipeline.events[15], in);
  after(compute, pipeline.events[15]);
  after(out, pipeline.events[15]);

  for (int tick = 0; tick < count + 2; ++tick) {
    if (tick < count) {
      const Slice s(tick, width, height, strip_rows);
      if (tick > 3) after(in, ready(tick - 3));
      KIT_CHECK(cudaMemcpyAsync(pipeline.d_ring + tick % kRingStrips * strip_floats,
                                h_image + s.offset, s.floats * sizeof(float),
                                cudaMemcpyHostToDevice, in));
      mark(came(tick), in);
    }
    if (const int k = tick - 2; k >= 0) {
      const Slice s(k, width, height, strip_rows);
      after(out, ready(k));
      KIT_CHECK(cudaMemcpyAsync(h_filtered + s.offset, pipeline.d_outputs + k % 2 * strip_floats,
                                s.floats * sizeof(float), cudaMemcpyDeviceToHost, out));
      mark(gone(k), out);
    }
    if (const int k = tick - 1; k >= 0 && k < count) {
      const Slice s(k, width, height, strip_rows);
      after(compute, came(k + 1 < count ? k + 1 : k));
      if (k > 1) after(compute, gone(k - 2));
      filter_strip(pipeline.d_ring, kRingStrips * strip_rows, pipeline.d_outputs + k % 2 * strip_floats,
                   width, height, s.first, s.rows, d_weights, radius, compute);
      mark(ready(k), compute);
    }
  }
  after(in, gone(count - 1));
}

}  // namespace lab10
