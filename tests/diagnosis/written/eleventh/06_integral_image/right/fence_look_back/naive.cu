// One thread per value of the output, in the order in which they stand in memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

template <int kStep>  // channels
__global__ void mean_of_windows(const std::uint8_t* __restrict__ input,
                                std::uint8_t* __restrict__ output, int width, int height,
                                int radius) {
  const long long values = 1LL * width * height * kStep;
  const long long i = 1LL * blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= values) return;
  const int channel = int(i % kStep), pixel = int(i / kStep);
  const int x = pixel % width, y = pixel / width;

  const int x_begin = x > radius ? x - radius : 0;
  const int x_end = width - x > radius ? x + radius + 1 : width;  // exclusive
  const int y_begin = y > radius ? y - radius : 0;
  const int y_end = height - y > radius ? y + radius + 1 : height;
  unsigned long long sum = 0;
  for (int j = y_begin; j != y_end; ++j) {
    const std::uint8_t* p = input + (j * width + x_begin) * kStep + channel;
    for (int n = x_end - x_begin; n > 0; --n, p += kStep) sum += *p;
  }
  const unsigned long long count = 1ULL * (x_end - x_begin) * (y_end - y_begin);
  const unsigned long long quotient = sum / count, rest = sum % count;
  output[i] = std::uint8_t(quotient + (2 * rest >= count ? 1 : 0));
}

}  // namespace

void box_naive(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
               int channels, int radius, cudaStream_t stream) {
  constexpr int kThreads = 192;
  const int values = width * height * channels;
  const auto kernel = channels == 3 ? mean_of_windows<3> : mean_of_windows<1>;
  kernel<<<(values - 1) / kThreads + 1, kThreads, 0, stream>>>(d_input, d_output, width, height,
                                                              radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
