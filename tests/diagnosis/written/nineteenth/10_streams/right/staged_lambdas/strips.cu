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
  // Four events each, in turn.
  const cudaEvent_t* const arrived = pipeline.events;
  const cudaEvent_t* const filtered = pipeline.events + 4;
  const cudaEvent_t* const left = pipeline.events + 8;

  const int strip_rows = pipeline.strip_rows;
  const int count = (height - 1) / strip_rows + 1;
  const std::size_t strip_pixels = static_cast<std::size_t>(strip_rows) * width;
  const auto rows_of = [&](int strip) { return std::min(strip_rows, height - strip * strip_rows); };
  const auto bytes_of = [&](int strip) {
    return static_cast<std::size_t>(rows_of(strip)) * width * sizeof(float);
  };

  // In step t strip t is copied in, t - 1 is filtered and t - 2 is copied out.
  for (int step = 0; step < count + 2; ++step) {
    if (const int strip = step; strip < count) {
      // Kernel strip - 3 is the last that reads what stood in this place.
      if (strip >= 4) KIT_CHECK(cudaStreamWaitEvent(in, filtered[(strip - 3) % 4]));
      KIT_CHECK(cudaMemcpyAsync(pipeline.d_ring + strip % 4 * strip_pixels,
                                h_image + strip * strip_pixels, bytes_of(strip),
                                cudaMemcpyHostToDevice, in));
      KIT_CHECK(cudaEventRecord(arrived[strip % 4], in));
    }
    if (const int strip = step - 1; strip >= 0 && strip < count) {
      // The last strip has no next one, and has arrived before the kernel in front of it ran.
      if (strip == 0 || strip + 1 < count) {
        KIT_CHECK(cudaStreamWaitEvent(compute, arrived[std::min(strip + 1, count - 1) % 4]));
      }
      if (strip >= 2) KIT_CHECK(cudaStreamWaitEvent(compute, left[(strip - 2) % 4]));
      filter_strip(pipeline.d_ring, 4 * strip_rows, pipeline.d_outputs + strip % 2 * strip_pixels,
                   width, height, strip * strip_rows, rows_of(strip), d_weights, radius, compute);
      KIT_CHECK(cudaEventRecord(filtered[strip % 4], compute));
    }
    if (const int strip = step - 2; strip >= 0) {
      KIT_CHECK(cudaStreamWaitEvent(out, filtered[strip % 4]));
      KIT_CHECK(cudaMemcpyAsync(h_filtered + strip * strip_pixels,
                                pipeline.d_outputs + strip % 2 * strip_pixels, bytes_of(strip),
                                cudaMemcpyDeviceToHost, out));
      KIT_CHECK(cudaEventRecord(left[strip % 4], out));
    }
  }
  KIT_CHECK(cudaStreamWaitEvent(in, left[(count - 1) % 4]));
}

}  // namespace lab10
