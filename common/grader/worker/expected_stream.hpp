/// @file
/// Tells the observed simulator which stream a student's function was given.
#pragma once

#include <cuda_runtime.h>

extern "C" void kit_sim_expect_stream(void* stream, int may_wait) __attribute__((weak));

namespace kit::worker {

/// Whether a contract lets its function wait for the stream that it is given.
enum class StreamWaits { never, allowed };

/// As long as one of these exists, what is queued has to go to this stream, and nothing may wait
/// for the device, but for this stream where the contract allows it. With nullptr all is allowed:
/// for the kit's own calls in between.
class ExpectedStream {
 public:
  explicit ExpectedStream(cudaStream_t stream, StreamWaits waits = StreamWaits::never)
      : before_(expected_) {
    expect({stream, waits});
  }
  ~ExpectedStream() { expect(before_); }
  ExpectedStream(const ExpectedStream&) = delete;
  ExpectedStream& operator=(const ExpectedStream&) = delete;

 private:
  struct Expected {
    cudaStream_t stream;
    StreamWaits waits;
  };
  static void expect(const Expected& expected) {
    expected_ = expected;
    if (kit_sim_expect_stream != nullptr)
      kit_sim_expect_stream(expected.stream, expected.waits == StreamWaits::allowed ? 1 : 0);
  }

  inline static Expected expected_{nullptr, StreamWaits::never};
  Expected before_;
};

}  // namespace kit::worker
