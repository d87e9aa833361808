/// @file
/// Lab 10, stage strips: all work of strip k is in stream k % 3, and events order what the streams
/// share.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

void filter_strips(const float* h_image, float* h_filtered, int width, int height,
                   const float* d_weights, int radius, const Pipeline& pipeline) {
  constexpr int kStreams = 3;
  const int strip_rows = pipeline.strip_rows;
  const int count = (height - 1) / strip_rows + 1;
  const auto stream_of = [&](int strip) { return pipeline.streams[strip % kStreams]; };
  const auto arrived = [&](int strip) { return pipeline.events[strip % 4]; };
  const auto filtered = [&](int strip) { return pipeline.events[4 + strip % 4]; };
  const auto left = [&](int strip) { return pipeline.events[8 + strip % 4]; };
  const cudaEvent_t begun = pipeline.events[12];
  const cudaEvent_t ended[] = {pipeline.events[13], pipeline.events[14]};
  const auto first_row = [&](int strip) { return strip * strip_rows; };
  const auto rows = [&](int strip) { return std::min(strip_rows, height - first_row(strip)); };
  const auto row_offset = [&](int row) { return static_cast<std::size_t>(row) * width; };
  const auto bytes = [&](int strip) { return sizeof(float) * row_offset(rows(strip)); };
  const auto d_output = [&](int strip) {
    return pipeline.d_outputs + row_offset(strip % kOutputStrips * strip_rows);
  };

  // In the place of strip - 4. Kernel strip - 3 was the last to read that one. It stands earlier in
  // this stream, and waits for the kernels before it.
  const auto copy_in = [&](int strip) {
    float* const place = pipeline.d_ring + row_offset(strip % kRingStrips * strip_rows);
    KIT_CHECK(cudaMemcpyAsync(place, h_image + row_offset(first_row(strip)), bytes(strip),
                              cudaMemcpyHostToDevice, stream_of(strip)));
    KIT_CHECK(cudaEventRecord(arrived(strip), stream_of(strip)));
  };
  // Kernel strip - 1 has waited for this strip's arrival and, by the one before, for all earlier.
  const auto filter = [&](int strip) {
    const cudaStream_t stream = stream_of(strip);
    if (strip + 1 < count) KIT_CHECK(cudaStreamWaitEvent(stream, arrived(strip + 1)));
    if (strip >= 1) KIT_CHECK(cudaStreamWaitEvent(stream, filtered(strip - 1)));
    if (strip >= kOutputStrips) {
      KIT_CHECK(cudaStreamWaitEvent(stream, left(strip - kOutputStrips)));
    }
    filter_strip(pipeline.d_ring, kRingStrips * strip_rows, d_output(strip), width, height,
                 first_row(strip), rows(strip), d_weights, radius, stream);
    KIT_CHECK(cudaEventRecord(filtered(strip), stream));
  };
  const auto copy_out = [&](int strip) {
    KIT_CHECK(cudaMemcpyAsync(h_filtered + row_offset(first_row(strip)), d_output(strip),
                              bytes(strip), cudaMemcpyDeviceToHost, stream_of(strip)));
    KIT_CHECK(cudaEventRecord(left(strip), stream_of(strip)));
  };

  KIT_CHECK(cudaEventRecord(begun, pipeline.streams[0]));
  for (int s = 1; s < kStreams; ++s) KIT_CHECK(cudaStreamWaitEvent(pipeline.streams[s], begun));

  copy_in(0);
  for (int strip = 0; strip < count; ++strip) {
    if (strip + 1 < count) copy_in(strip + 1);
    filter(strip);
    copy_out(strip);
  }

  for (int s = 1; s < kStreams; ++s) {
    KIT_CHECK(cudaEventRecord(ended[s - 1], pipeline.streams[s]));
    KIT_CHECK(cudaStreamWaitEvent(pipeline.streams[0], ended[s - 1]));
  }
}

}  // namespace lab10
