/// @file
/// Lab 10, stage strips: the host queues copies in two strips ahead and copies out one strip late,
/// and turns through five events of each kind.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

/// Whole rows of an image.
struct Strip {
  int number, first, rows;
};

/// Five events that take turns, all recorded in the same stream.
class Milestones {
 public:
  Milestones(const cudaEvent_t* events, cudaStream_t stream) : events_(events), stream_(stream) {}
  void reached(int strip) const { KIT_CHECK(cudaEventRecord(events_[strip % kTurns], stream_)); }
  /// What `stream` is given from here on comes after the milestone of `strip`, if there is one.
  void hold(cudaStream_t stream, int strip) const {
    if (strip >= 0) KIT_CHECK(cudaStreamWaitEvent(stream, events_[strip % kTurns], 0));
  }

  static constexpr int kTurns = 5;

 private:
  const cudaEvent_t* events_;
  cudaStream_t stream_;
};

}  // namespace

void filter_strips(const float* h_image, float* h_filtered, int width, int height,
                   const float* d_weights, int radius, const Pipeline& pipeline) {
  const cudaStream_t in = pipeline.streams[0];
  const cudaStream_t compute = pipeline.streams[1];
  const cudaStream_t out = pipeline.streams[2];
  const Milestones arrived(pipeline.events, in);
  const Milestones filtered(pipeline.events + Milestones::kTurns, compute);
  const Milestones left(pipeline.events + 2 * Milestones::kTurns, out);

  const int size = pipeline.strip_rows;
  const int last = (height - 1) / size;
  const std::size_t pitch = static_cast<std::size_t>(width);
  const auto strip_at = [&](int number) {
    return Strip{number, number * size, std::min(size, height - number * size)};
  };
  const auto output_of = [&](const Strip& strip) {
    return pipeline.d_outputs + pitch * (strip.number % kOutputStrips) * size;
  };

  const auto bring = [&](const Strip& strip) {
    // The last kernel that needs what stands there.
    filtered.hold(in, strip.number - kRingStrips + 1 > 0 ? strip.number - kRingStrips + 1 : -1);
    KIT_CHECK(cudaMemcpyAsync(pipeline.d_ring + pitch * (strip.number % kRingStrips) * size,
                              h_image + pitch * strip.first, sizeof(float) * pitch * strip.rows,
                              cudaMemcpyHostToDevice, in));
    arrived.reached(strip.number);
  };
  const auto filter = [&](const Strip& strip) {
    left.hold(compute, strip.number - kOutputStrips);
    arrived.hold(compute, std::min(strip.number + 1, last));
    filter_strip(pipeline.d_ring, kRingStrips * size, output_of(strip), width, height, strip.first,
                 strip.rows, d_weights, radius, compute);
    filtered.reached(strip.number);
  };
  const auto fetch = [&](const Strip& strip) {
    filtered.hold(out, strip.number);
    KIT_CHECK(cudaMemcpyAsync(h_filtered + pitch * strip.first, output_of(strip),
                              sizeof(float) * pitch * strip.rows, cudaMemcpyDeviceToHost, out));
    left.reached(strip.number);
  };

  // Step t brings strip t, filters strip t - 2 and fetches strip t - 3.
  for (int step = 0; step <= last + 3; ++step) {
    if (step <= last) bring(strip_at(step));
    if (step >= 2 && step - 2 <= last) filter(strip_at(step - 2));
    if (step >= 3) fetch(strip_at(step - 3));
  }
  left.hold(in, last);
}

}  // namespace lab10
