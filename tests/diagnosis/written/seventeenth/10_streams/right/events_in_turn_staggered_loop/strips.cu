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
  const int strip_rows = pipeline.strip_rows;
  const int strips = (height - 1) / strip_rows + 1;

  // Each strip takes the next three of the sixteen events: it has arrived, is filtered, has left.
  // An event comes again five strips later at the earliest, and nobody looks back further than
  // three.
  const auto arrived = [&](int k) { return pipeline.events[3 * k % 16]; };
  const auto filtered = [&](int k) { return pipeline.events[(3 * k + 1) % 16]; };
  const auto left = [&](int k) { return pipeline.events[(3 * k + 2) % 16]; };

  const auto floats = [&](int rows) { return static_cast<std::size_t>(rows) * width; };
  const auto rows = [&](int k) { return std::min(strip_rows, height - k * strip_rows); };
  const auto result = [&](int k) {
    return k % 2 == 0 ? pipeline.d_outputs : pipeline.d_outputs + floats(strip_rows);
  };

  // Step t copies strip t in, filters strip t - 1 and copies strip t - 2 out.
  for (int t = 0; t < strips + 2; ++t) {
    if (const int k = t; k < strips) {
      if (k > 3) KIT_CHECK(cudaStreamWaitEvent(in, filtered(k - 3)));
      KIT_CHECK(cudaMemcpyAsync(pipeline.d_ring + floats(k % kRingStrips * strip_rows),
                                h_image + floats(k * strip_rows), floats(rows(k)) * sizeof(float),
                                cudaMemcpyHostToDevice, in));
      KIT_CHECK(cudaEventRecord(arrived(k), in));
    }
    if (const int k = t - 1; k >= 0 && k < strips) {
      KIT_CHECK(cudaStreamWaitEvent(compute, arrived(k + 1 < strips ? k + 1 : k)));
      if (k > 1) KIT_CHECK(cudaStreamWaitEvent(compute, left(k - 2)));
      filter_strip(pipeline.d_ring, kRingStrips * strip_rows, result(k), width, height,
                   k * strip_rows, rows(k), d_weights, radius, compute);
      KIT_CHECK(cudaEventRecord(filtered(k), compute));
    }
    if (const int k = t - 2; k >= 0) {
      KIT_CHECK(cudaStreamWaitEvent(out, filtered(k)));
      KIT_CHECK(cudaMemcpyAsync(h_filtered + floats(k * strip_rows), result(k),
                                floats(rows(k)) * sizeof(float), cudaMemcpyDeviceToHost, out));
      KIT_CHECK(cudaEventRecord(left(k), out));
    }
  }
  KIT_CHECK(cudaStreamWaitEvent(in, left(strips - 1)));
}

}  // namespace lab10
