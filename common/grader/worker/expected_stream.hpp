/// @file
/// Tells the observed simulator which stream a student's function was given.
#pragma once

#include <cuda_runtime.h>

extern "C" void kit_sim_expect_stream(void* stream, int may_wait, int on_device)
    __attribute__((weak));

namespace kit::worker {

/// Whether a contract lets its function wait for the stream that it is given.
enum class StreamWaits { never, allowed };

/// Where the images lie that a function is given and gives back.
enum class Images { anywhere, on_device };

/// As long as one of these exists, what is queued has to go to this stream, and nothing may wait
/// for the device, but for this stream where the contract allows it. With nullptr all is allowed:
/// for the kit's own calls in between. What comes to the host meanwhile, and back, is counted where
/// all images lie on the device.
class ExpectedStream {
 public:
  explicit ExpectedStream(cudaStream_t stream, StreamWaits waits = StreamWaits::never,
                          Images images = Images::anywhere)
      : before_(expected_) {
    expect({stream, waits, images});
  }
  ~ExpectedStream() { expect(before_); }
  ExpectedStream(const ExpectedStream&) = delete;
  ExpectedStream& operator=(const ExpectedStream&) = delete;

 protected:
  /// The same stream as before, for images that may lie anywhere.
  ExpectedStream() : before_(expected_) {
    expect({before_.stream, before_.waits, Images::anywhere});
  }

 private:
  struct Expected {
    cudaStream_t stream;
    StreamWaits waits;
    Images images;
  };
  static void expect(const Expected& expected) {
    expected_ = expected;
    if (kit_sim_expect_stream != nullptr)
      kit_sim_expect_stream(expected.stream, expected.waits == StreamWaits::allowed ? 1 : 0,
                            expected.images == Images::on_device ? 1 : 0);
  }

  inline static Expected expected_{nullptr, StreamWaits::never, Images::anywhere};
  Expected before_;
};

/// As long as one of these exists, the kit's own copies to the host and back are not counted.
class UncountedCopies : private ExpectedStream {};

}  // namespace kit::worker
