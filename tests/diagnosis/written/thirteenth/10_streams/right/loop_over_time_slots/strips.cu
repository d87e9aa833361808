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
    // Strip - 4 stood in this place. The last kernel that reads it is that of strip - 3.
    if (strip >= kRingStrips) {
      KIT_CHECK(cudaStreamWaitEvent(in(), filtered(strip - (kRingStrips - 1))));
    }
    float* const place = pipeline.d_ring + row_offset(strip % kRingStrips * pipeline.strip_rows);
    KIT_CHECK(cudaMemcpyAsync(place, h_image + row_offset(first_row(strip)), bytes(strip),
                              cudaMemcpyHostToDevice, in()));
    KIT_CHECK(cudaEventRecord(arrived(strip), in()));
  }

  void filter(int strip) const {
    // The lower halo comes with the next strip, if there is one.
    const int newest = std::min(strip + 1, strips() - 1);
    KIT_CHECK(cudaStreamWaitEvent(compute(), arrived(newest)));
    if (strip >= kOutputStrips) {
      KIT_CHECK(cudaStreamWaitEvent(compute(), left(strip - kOutputStrips)));
    }
    filter_strip(pipeline.d_ring, kRingStrips * pipeline.strip_rows, d_output(strip), width, height,
                 first_row(strip), rows(strip), d_weights, radius, compute());
    KIT_CHECK(cudaEventRecord(filtered(strip), compute()));
  }

  void copy_out(int strip) const {
    KIT_CHECK(cudaStreamWaitEvent(out(), filtered(strip)));
    KIT_CHECK(cudaMemcpyAsync(h_filtered + row_offset(first_row(strip)), d_output(strip),
                              bytes(strip), cudaMemcpyDeviceToHost, out()));
    KIT_CHECK(cudaEventRecord(left(strip), out()));
  }
};

}  // namespace

void filter_strips(const float* h_image, float* h_filtered, int width, int height,
                   const float* d_weights, int radius, const Pipeline& pipeline) {
  const Passage image{h_image, h_filtered, width, height, d_weights, radius, pipeline};
  const int count = image.strips();
  // One turn for each column of a timetable: three strips, each in another step. A step waits for
  // events that this turn or an earlier one has recorded: copy_in(turn) for the kernel of turn - 3
  // (queued two turns ago), filter(turn - 1) for this turn's copy in and for the copy out of
  // turn - 3 (one turn ago), copy_out(turn - 2) for the kernel that was queued a turn ago.
  for (int turn = 0; turn < count + 2; ++turn) {
    const int comes = turn, stays = turn - 1, goes = turn - 2;
    if (comes < count) image.copy_in(comes);
    if (stays >= 0 && stays < count) image.filter(stays);
    if (goes >= 0) image.copy_out(goes);
  }
  // The last copy out comes after all other work.
  KIT_CHECK(cudaStreamWaitEvent(image.in(), image.left(count - 1)));
}

}  // namespace lab10
