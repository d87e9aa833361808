// The negatives, with the buffer's turn written out.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

__global__ void invert(float* values, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    values[i] = 1.0f - values[i];
  }
}

struct Turn {
  float* buffer;
  cudaEvent_t full, empty;
};

}  // namespace

void negative(const float* h_frames, float* h_negative, int pixels, int count, float* d_buffers,
              const cudaStream_t streams[2], const cudaEvent_t events[4]) {
  const Turn turns[2] = {{d_buffers, events[0], events[1]},
                         {d_buffers + pixels, events[2], events[3]}};
  const std::size_t bytes = pixels * sizeof(float);
  const int blocks = pixels < 256 * 64 ? (pixels + 255) / 256 : 64;
  // Both buffers are empty at first, as soon as the caller's work is done.
  for (const Turn& turn : turns) KIT_CHECK(cudaEventRecord(turn.empty, streams[0]));
  for (int frame = 0; frame < count; ++frame) {
    const Turn& turn = turns[frame & 1];
    const std::size_t at = static_cast<std::size_t>(frame) * pixels;
    KIT_CHECK(cudaStreamWaitEvent(streams[0], turn.empty));
    KIT_CHECK(cudaMemcpyAsync(turn.buffer, h_frames + at, bytes, cudaMemcpyHostToDevice, streams[0]));
    KIT_CHECK(cudaEventRecord(turn.full, streams[0]));
    KIT_CHECK(cudaStreamWaitEvent(streams[1], turn.full));
    invert<<<blocks, 256, 0, streams[1]>>>(turn.buffer, pixels);
    KIT_CHECK(cudaGetLastError());
    KIT_CHECK(cudaMemcpyAsync(h_negative + at, turn.buffer, bytes, cudaMemcpyDeviceToHost, streams[1]));
    KIT_CHECK(cudaEventRecord(turn.empty, streams[1]));
  }
  KIT_CHECK(cudaStreamWaitEvent(streams[0], turns[(count - 1) & 1].empty));
}

}  // namespace lab10
