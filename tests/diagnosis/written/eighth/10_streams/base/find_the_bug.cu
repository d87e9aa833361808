/// @file
/// Lab 10, find the bug: negatives in two streams. Read "Find the bug" in README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

__global__ void subtract_from_one(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = 1 - values[i];
}

}  // namespace

void negative(const float* h_frames, float* h_negative, int pixels, int count, float* d_buffers,
              const cudaStream_t streams[2], const cudaEvent_t events[4]) {
  constexpr int kThreads = 256;
  const std::size_t bytes = sizeof(float) * pixels;
  const cudaStream_t in = streams[0], out = streams[1];
  for (int frame = 0; frame < count; ++frame) {
    const std::size_t offset = static_cast<std::size_t>(frame) * pixels;
    const int turn = frame % 2;
    float* buffer = d_buffers + static_cast<std::size_t>(turn) * pixels;
    const cudaEvent_t arrived = events[turn], left = events[2 + turn];

    // The frame before the last one was in the same buffer.
    if (frame >= 2) KIT_CHECK(cudaStreamWaitEvent(in, left));
    KIT_CHECK(cudaMemcpyAsync(buffer, h_frames + offset, bytes, cudaMemcpyHostToDevice, in));
    KIT_CHECK(cudaEventRecord(arrived, in));

    KIT_CHECK(cudaStreamWaitEvent(out, arrived));
    subtract_from_one<<<(pixels + kThreads - 1) / kThreads, kThreads, 0, out>>>(buffer, pixels);
    KIT_CHECK(cudaGetLastError());
    KIT_CHECK(cudaMemcpyAsync(h_negative + offset, buffer, bytes, cudaMemcpyDeviceToHost, out));
    KIT_CHECK(cudaEventRecord(left, out));
  }
  KIT_CHECK(cudaStreamWaitEvent(in, events[2 + (count - 1) % 2]));
}

}  // namespace lab10
