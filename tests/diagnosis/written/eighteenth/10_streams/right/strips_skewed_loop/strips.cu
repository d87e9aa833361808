/// @file
/// Lab 10, stage strips: one strip is copied in, one is filtered and one is copied out at the same
/// time. Read README.md first.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

void filter_strips(const float* h_image, float* h_filtered, int width, int height,
                   const float* d_weights, int radius, const Pipeline& pipeline) {
  const cudaStream_t in = pipeline.streams[0];
  const cudaStream_t compute = pipeline.streams[1];
  const cudaStream_t out = pipeline.streams[2];
  const int full = pipeline.strip_rows;
  const int count = (height - 1) / full + 1;
  const std::size_t strip_size = static_cast<std::size_t>(full) * width;

  // Three events for a strip, taken in turn from the first 15. Each is used again five strips
  // later, when nothing that is still to be queued waits for the older record.
  enum Kind { kArrived, kFiltered, kLeft };
  const auto event = [&](Kind kind, int strip) { return pipeline.events[strip % 5 * 3 + kind]; };
  const auto size = [&](int strip) {
    return static_cast<std::size_t>(std::min(full, height - strip * full)) * width;
  };

  // Step s brings strip s, filters strip s - 1 and takes strip s - 2 away.
  for (int step = 0; step <= count + 1; ++step) {
    if (step < count) {
      const int k = step;
      if (k >= kRingStrips) {
        KIT_CHECK(cudaStreamWaitEvent(in, event(kFiltered, k - kRingStrips + 1)));
      }
      KIT_CHECK(cudaMemcpyAsync(pipeline.d_ring + k % kRingStrips * strip_size,
                                h_image + k * strip_size, sizeof(float) * size(k),
                                cudaMemcpyHostToDevice, in));
      KIT_CHECK(cudaEventRecord(event(kArrived, k), in));
    }
    if (step >= 1 && step <= count) {
      const int k = step - 1;
      // The lower halo has come in this step, if there is a strip below.
      KIT_CHECK(cudaStreamWaitEvent(compute, event(kArrived, std::min(k + 1, count - 1))));
      if (k >= kOutputStrips) {
        KIT_CHECK(cudaStreamWaitEvent(compute, event(kLeft, k - kOutputStrips)));
      }
      filter_strip(pipeline.d_ring, kRingStrips * full,
                   pipeline.d_outputs + k % kOutputStrips * strip_size, width, height, k * full,
                   std::min(full, height - k * full), d_weights, radius, compute);
      KIT_CHECK(cudaEventRecord(event(kFiltered, k), compute));
    }
    if (step >= 2) {
      const int k = step - 2;
      KIT_CHECK(cudaStreamWaitEvent(out, event(kFiltered, k)));
      KIT_CHECK(cudaMemcpyAsync(h_filtered + k * strip_size,
                                pipeline.d_outputs + k % kOutputStrips * strip_size,
                                sizeof(float) * size(k), cudaMemcpyDeviceToHost, out));
      KIT_CHECK(cudaEventRecord(event(kLeft, k), out));
    }
  }
  // The stream of the copies out ends with the last one, behind all else.
  KIT_CHECK(cudaEventRecord(pipeline.events[15], out));
  KIT_CHECK(cudaStreamWaitEvent(in, pipeline.events[15]));
}

}  // namespace lab10
