// @file
// Lab 06, stage box: any window's mean from four look-ups in the table. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

// 255 * pixels <= 2^32 - 1 as long as there are at most so many of them.
constexpr std::int64_t kMaxPixels32 = 16'843'009;
constexpr int kThreads = 256;

template <typename Sum>
struct Plane {
  const Sum* table;
  int width;
  // The sum up to (x, y); nothing is to the left of column 0 or above row 0.
  __device__ Sum operator()(int x, int y) const {
    return x < 0 || y < 0 ? Sum(0) : table[std::ptrdiff_t(y) * width + x];
  }
};

// Each thread computes one byte of the output, in the order in which they stand in memory, so that
// the stores of a warp are neighbours though channels are interleaved.
template <int kChannels, typename Sum>
__global__ void look_up(const Sum* __restrict__ table, std::uint8_t* __restrict__ output, int width,
                        int height, int radius) {
  const int x = (blockIdx.x * kThreads + threadIdx.x) / kChannels;
  const int channel = (blockIdx.x * kThreads + threadIdx.x) % kChannels;
  const int y = blockIdx.y;
  if (x >= width) return;

  const Plane<Sum> sum_to{table + std::ptrdiff_t(channel) * width * height, width};
  const int left = max(x - radius, 0) - 1, right = min(x + radius, width - 1);
  const int above = max(y - radius, 0) - 1, bottom = min(y + radius, height - 1);
  const Sum sum = sum_to(right, bottom) - sum_to(right, above) -
                  (sum_to(left, bottom) - sum_to(left, above));
  const std::uint64_t count = std::uint64_t(right - left) * std::uint64_t(bottom - above);
  const std::uint64_t twice = 2 * std::uint64_t(sum) + count;
  output[(std::ptrdiff_t(y) * width + x) * kChannels + channel] = std::uint8_t(twice / (2 * count));
}

template <typename Sum>
void launch_look_up(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
                    int radius, cudaStream_t stream) {
  const dim3 grid((width * channels - 1) / kThreads + 1, height);
  const auto kernel = channels == 1 ? look_up<1, Sum> : look_up<3, Sum>;
  kernel<<<grid, kThreads, 0, stream>>>(d_table, d_output, width, height, radius);
  KIT_CHECK(cudaGetLastError());
}

// Table and look-ups with sums of one type.
template <typename Sum>
void filter_with(Sum* d_table, const std::uint8_t* d_input, std::uint8_t* d_output, int width,
                 int height, int channels, int radius, cudaStream_t stream) {
  scan_rows_by_blocks(d_input, d_table, width, height, channels, stream);
  scan_columns_by_blocks(d_table, width, height, channels, stream);
  launch_look_up(d_table, d_output, width, height, channels, radius, stream);
}

}  // namespace

bool needs_64_bits(int width, int height, int radius) {
  const auto clipped = [radius](int length) {
    return std::int64_t(radius < length / 2 ? 2 * radius + 1 : length);
  };
  return clipped(width) * clipped(height) > kMaxPixels32;
}

void box_from_table(const std::uint32_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  launch_look_up(d_table, d_output, width, height, channels, radius, stream);
}

void box_from_table(const std::uint64_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  launch_look_up(d_table, d_output, width, height, channels, radius, stream);
}

void box_filter(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                int channels, int radius, void* d_workspace, cudaStream_t stream) {
  if (needs_64_bits(width, height, radius)) {
    filter_with(static_cast<std::uint64_t*>(d_workspace), d_input, d_output, width, height,
                channels, radius, stream);
  } else {
    filter_with(static_cast<std::uint32_t*>(d_workspace), d_input, d_output, width, height,
                channels, radius, stream);
  }
}

}  // namespace lab06
