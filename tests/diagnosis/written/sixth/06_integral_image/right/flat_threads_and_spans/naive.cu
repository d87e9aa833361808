// Lab 06, stage naive: threads are numbered as the bytes of the image are.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 256;

struct Span {
  int first, last;
  __device__ int size() const { return last - first + 1; }
};

__device__ Span clipped(int middle, int radius, int length) {
  return {middle > radius ? middle - radius : 0,
          radius < length - 1 - middle ? middle + radius : length - 1};
}

__global__ void average_windows(const std::uint8_t* __restrict__ input,
                                std::uint8_t* __restrict__ output, int width, int height,
                                int channels, int radius) {
  const std::int64_t byte = std::int64_t(blockIdx.x) * kThreads + threadIdx.x;
  if (byte >= std::int64_t(width) * height * channels) return;
  const int pixel = int(byte / channels), channel = int(byte % channels);
  const Span columns = clipped(pixel % width, radius, width);
  const Span lines = clipped(pixel / width, radius, height);

  unsigned long long sum = 0;
  for (int j = lines.first; j <= lines.last; ++j) {
    const std::uint8_t* const row = input + std::int64_t(j) * width * channels + channel;
    unsigned long long of_row = 0;
    for (int i = columns.last; i >= columns.first; --i) of_row += row[i * channels];
    sum += of_row;
  }
  // floor(1/2 + sum / count) = floor((2 sum + count) / (2 count))
  const unsigned long long count = 1ull * columns.size() * lines.size();
  output[byte] = std::uint8_t((2 * sum + count) / (2 * count));
}

}  // namespace

void box_naive(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
               int channels, int radius, cudaStream_t stream) {
  const int bytes = width * height * channels;
  average_windows<<<(bytes - 1) / kThreads + 1, kThreads, 0, stream>>>(d_input, d_output, width,
                                                                       height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
