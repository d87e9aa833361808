/// @file
/// Tells the observed simulator which stream a student's function was given.
#pragma once

#include <cuda_runtime.h>

extern "C" void kit_sim_expect_stream(void* stream) __attribute__((weak));

namespace kit::worker {

/// As long as one of these exists, what is queued has to go to this stream, and nothing may wait
/// for the device. With nullptr all is allowed: for the kit's own calls in between.
class ExpectedStream {
 public:
  explicit ExpectedStream(cudaStream_t stream) : before_(expected_) { expect(stream); }
  ~ExpectedStream() { expect(before_); }
  ExpectedStream(const ExpectedStream&) = delete;
  ExpectedStream& operator=(const ExpectedStream&) = delete;

 private:
  static void expect(cudaStream_t stream) {
    expected_ = stream;
    if (kit_sim_expect_stream != nullptr) kit_sim_expect_stream(stream);
  }

  inline static cudaStream_t expected_ = nullptr;
  cudaStream_t before_;
};

}  // namespace kit::worker
