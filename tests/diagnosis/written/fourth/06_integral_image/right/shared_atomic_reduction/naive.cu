// Lab 06, naive: a thread goes over the window with one loop over rows and a pointer in each.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

struct Span {
  int begin, end;  // end is not part of it
  __device__ Span(int middle, int radius, int length)
      : begin(middle > radius ? middle - radius : 0),
        end(radius < length - middle ? middle + radius + 1 : length) {}
  __device__ std::uint64_t size() const { return std::uint64_t(end - begin); }
};

// A thread for every byte of the image, in the order in which they stand in a row.
__global__ void average(const std::uint8_t* __restrict__ input, std::uint8_t* __restrict__ output,
                        int width, int height, int channels, int radius) {
  const int value = blockIdx.x * blockDim.x + threadIdx.x;  // of the row
  const int y = blockIdx.y;
  const int values = width * channels;
  if (value >= values) return;
  const int x = value / channels, channel = value - x * channels;

  const Span columns(x, radius, width), rows(y, radius, height);
  std::uint64_t sum = 0;
  for (int j = rows.begin; j != rows.end; ++j) {
    const std::uint8_t* p = input + std::ptrdiff_t(j) * values + channel;
    for (int i = columns.begin; i != columns.end; ++i) sum += p[std::ptrdiff_t(i) * channels];
  }
  const std::uint64_t count = columns.size() * rows.size();
  const std::uint64_t mean = sum / count, rest = sum % count;
  output[std::ptrdiff_t(y) * values + value] = std::uint8_t(mean + (rest >= count - rest));
}

}  // namespace

void box_naive(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
               int channels, int radius, cudaStream_t stream) {
  constexpr int kThreads = 128;
  const dim3 grid((width * channels - 1) / kThreads + 1, height);
  average<<<grid, kThreads, 0, stream>>>(d_input, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
