/// @file
/// Lab 10, stage strips: one strip is copied in, one is filtered and one is copied out at the same
/// time. Read README.md first.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

/// One image on its way through the pipeline: each step has a stream of its own, and events say
/// which strip has come how far.
struct Passage {
  const float* h_image;
  float* h_filtered;
  int width, height;
  const float* d_weights;
  int radius;
  const Pipeline& pipeline;

  cudaStream_t in() const { return pipeline.streams[0]; }
  cudaStream_t compute() const { return pipeline.streams[1]; }
  cudaStream_t out() const { return pipeline.streams[2]; }

  // An event is used again when its strip's place in the ring, or in the outputs, is.
  cudaEvent_t arrived(int strip) const { return pipeline.events[strip % kRingStrips]; }
  cudaEvent_t filtered(int strip) const { return pipeline.events[4 + strip % kRingStrips]; }
  cudaEvent_t left(int strip) const { return pipeline.events[8 + strip % kOutputStrips]; }

  int strips() const { return (height - 1) / pipeline.strip_rows + 1; }
  int first_row(int strip) const { return strip * pipeline.strip_rows; }
  int rows(int strip) const { return std::min(pipeline.strip_rows, height - first_row(strip)); }
  std::size_t row_offset(int row) const { return static_cast<std::size_t>(row) * width; }
  std::size_t bytes(int strip) const { return sizeof(float) * row_offset(rows(strip)); }
  float* d_output(int strip) const {
    return pipeline.d_outputs + row_offset(strip % kOutputStrips * pipeline.strip_rows);
  }

  void copy_in(int strip) const {
    // TODO(lab10): wait until no kernel needs that place, copy, record the event (about 10 lines)
    // END TODO
  }

  void filter(int strip) const {
    // TODO(lab10): wait for rows and output, filter, record the event (about 9 lines)
    // END TODO
  }

  void copy_out(int strip) const {
    // TODO(lab10): wait for the strip, copy it out, record the event (about 4 lines)
    // END TODO
  }
};

}  // namespace

void filter_strips(const float* h_image, float* h_filtered, int width, int height,
                   const float* d_weights, int radius, const Pipeline& pipeline) {
  const Passage image{h_image, h_filtered, width, height, d_weights, radius, pipeline};
  // TODO(lab10): queue all steps to overlap; streams[0] waits for the last (about 11 lines)
  // END TODO
}

}  // namespace lab10
