/// Right: the strips take turns between three streams, and each goes through all of its steps in
/// one.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

void filter_strips(const float* h_image, float* h_filtered, int width, int height,
                   const float* d_weights, int radius, const Pipeline& pipeline) {
  const int strip_rows = pipeline.strip_rows;
  const int strips = (height + strip_rows - 1) / strip_rows;
  const auto stream = [&](int strip) { return pipeline.streams[strip % 3]; };
  const auto arrived = [&](int strip) { return pipeline.events[strip % 4]; };
  const auto filtered = [&](int strip) { return pipeline.events[4 + strip % 4]; };
  const auto left = [&](int strip) { return pipeline.events[8 + strip % 3]; };
  const auto offset = [&](int row) { return static_cast<std::size_t>(row) * width; };
  const auto rows = [&](int strip) { return std::min(strip_rows, height - strip * strip_rows); };

  const cudaEvent_t begin = pipeline.events[15];
  KIT_CHECK(cudaEventRecord(begin, stream(0)));
  KIT_CHECK(cudaStreamWaitEvent(stream(1), begin));
  KIT_CHECK(cudaStreamWaitEvent(stream(2), begin));
  for (int next = 0; next <= strips; ++next) {
    if (next < strips) {
      if (next >= 4) KIT_CHECK(cudaStreamWaitEvent(stream(next), filtered(next - 3)));
      KIT_CHECK(cudaMemcpyAsync(
          pipeline.d_ring + offset(next % 4 * strip_rows), h_image + offset(next * strip_rows),
          sizeof(float) * offset(rows(next)), cudaMemcpyHostToDevice, stream(next)));
      KIT_CHECK(cudaEventRecord(arrived(next), stream(next)));
    }
    const int strip = next - 1;
    if (strip < 0) continue;
    // The rows above and below came in other streams.
    if (strip > 0) KIT_CHECK(cudaStreamWaitEvent(stream(strip), arrived(strip - 1)));
    if (next < strips) KIT_CHECK(cudaStreamWaitEvent(stream(strip), arrived(next)));
    if (strip >= 2) KIT_CHECK(cudaStreamWaitEvent(stream(strip), left(strip - 2)));
    // Kernels in order, so that a copy need only wait for one of them.
    if (strip > 0) KIT_CHECK(cudaStreamWaitEvent(stream(strip), filtered(strip - 1)));
    float* const output = pipeline.d_outputs + offset(strip % 2 * strip_rows);
    filter_strip(pipeline.d_ring, 4 * strip_rows, output, width, height, strip * strip_rows,
                 rows(strip), d_weights, radius, stream(strip));
    KIT_CHECK(cudaEventRecord(filtered(strip), stream(strip)));
    KIT_CHECK(cudaMemcpyAsync(h_filtered + offset(strip * strip_rows), output,
                              sizeof(float) * offset(rows(strip)), cudaMemcpyDeviceToHost,
                              stream(strip)));
    KIT_CHECK(cudaEventRecord(left(strip), stream(strip)));
  }
  for (int strip = std::max(strips - 3, 0); strip < strips; ++strip) {
    KIT_CHECK(cudaStreamWaitEvent(stream(0), left(strip)));
  }
}

}  // namespace lab10
