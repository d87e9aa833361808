/// @file
/// Lab 10, stage strips: the host queues the copies in two strips ahead of the kernels. Read
/// README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

void filter_strips(const float* h_image, float* h_filtered, int width, int height,
                   const float* d_weights, int radius, const Pipeline& pipeline) {
  const cudaStream_t copies_in = pipeline.streams[0];
  const cudaStream_t kernels = pipeline.streams[1];
  const cudaStream_t copies_out = pipeline.streams[2];
  // Five events each, in turn: more than strips that can be under way.
  const auto came = [&](int strip) { return pipeline.events[strip % 5]; };
  const auto computed = [&](int strip) { return pipeline.events[5 + strip % 5]; };
  const auto gone = [&](int strip) { return pipeline.events[10 + strip % 5]; };

  const int whole = pipeline.strip_rows;
  const std::size_t stride = static_cast<std::size_t>(whole) * width;  // from strip to strip
  const int last = (height - 1) / whole;
  const auto rows_of = [&](int strip) { return strip < last ? whole : height - last * whole; };
  const auto bytes_of = [&](int strip) { return sizeof(float) * width * rows_of(strip); };

  const auto bring = [&](int strip) {
    // Strips of the turn before: kernel strip - 3 is the last that reads the place.
    if (strip > 3) KIT_CHECK(cudaStreamWaitEvent(copies_in, computed(strip - 3)));
    KIT_CHECK(cudaMemcpyAsync(pipeline.d_ring + (strip & 3) * stride, h_image + strip * stride,
                              bytes_of(strip), cudaMemcpyHostToDevice, copies_in));
    KIT_CHECK(cudaEventRecord(came(strip), copies_in));
  };
  static_assert(kRingStrips == 4 && kOutputStrips == 2);

  bring(0);
  if (last > 0) bring(1);
  for (int strip = 0; strip <= last; ++strip) {
    float* const d_result = pipeline.d_outputs + (strip & 1) * stride;
    KIT_CHECK(cudaStreamWaitEvent(kernels, came(strip < last ? strip + 1 : last)));
    if (strip > 1) KIT_CHECK(cudaStreamWaitEvent(kernels, gone(strip - 2)));
    filter_strip(pipeline.d_ring, 4 * whole, d_result, width, height, strip * whole, rows_of(strip),
                 d_weights, radius, kernels);
    KIT_CHECK(cudaEventRecord(computed(strip), kernels));

    // Into the place of strip - 2, which the kernel before this one was the last to read.
    if (strip + 2 <= last) bring(strip + 2);

    KIT_CHECK(cudaStreamWaitEvent(copies_out, computed(strip)));
    KIT_CHECK(cudaMemcpyAsync(h_filtered + strip * stride, d_result, bytes_of(strip),
                              cudaMemcpyDeviceToHost, copies_out));
    KIT_CHECK(cudaEventRecord(gone(strip), copies_out));
  }
  KIT_CHECK(cudaStreamWaitEvent(copies_in, gone(last)));
}

}  // namespace lab10
