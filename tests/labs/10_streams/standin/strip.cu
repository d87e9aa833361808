/// @file
/// Lab 10's stand-in for strip.cu: filter_strip() on the host, in the stream's order.
#include <algorithm>

#include "lab.hpp"
#include "labs/streams/filter_on_host.hpp"

namespace lab10 {

void filter_strip(const float* d_ring, int ring_rows, float* d_output, int width, int height,
                  int first, int rows, const float* d_weights, int radius, cudaStream_t stream) {
  const kit::stand_in::InPlaceOfKernel copies;
  kit::stand_in::FilterOnHost& work = kit::stand_in::keep({width, height, first, rows, radius});
  for (int y = work.top(); y < work.end();) {
    const int there = std::min(ring_rows - y % ring_rows, work.end() - y);  // up to the ring's end
    work.take_rows(y, d_ring + work.floats(y % ring_rows), there, stream);
    y += there;
  }
  work.filter(d_weights, d_output, stream);
}

}  // namespace lab10
