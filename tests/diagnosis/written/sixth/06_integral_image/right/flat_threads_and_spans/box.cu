// Lab 06, stage box: a block has a piece of one row; spans instead of four corners.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 128;
constexpr std::int64_t kMaxPixels32 = 0xffffffffu / 255;

// Places before + 1 to last of a line.
struct Span {
  int before, last;
  __device__ Span(int middle, int radius, int length)
      : before(max(middle - radius, 0) - 1), last(min(middle + radius, length - 1)) {}
  __device__ int size() const { return last - before; }
};

template <typename Sum>
__global__ void look_up_windows(const Sum* __restrict__ table, std::uint8_t* __restrict__ output,
                                int width, int height, int channels, int radius) {
  const int x = blockIdx.x * kThreads + threadIdx.x, y = blockIdx.y, channel = blockIdx.z;
  if (x >= width) return;
  const Span columns(x, radius, width), lines(y, radius, height);
  const Sum* const plane = table + std::int64_t(channel) * width * height;

  // The sum over the window's columns in the rows 0 to `row`; nothing above the image.
  const auto strip = [&](int row) -> Sum {
    if (row < 0) return 0;
    const Sum* const sums = plane + row * width;
    return columns.before < 0 ? sums[columns.last] : sums[columns.last] - sums[columns.before];
  };
  const Sum sum = strip(lines.last) - strip(lines.before);
  const Sum count = Sum(columns.size()) * Sum(lines.size());

  // The rest is less than the count, and that far below half of what Sum holds.
  Sum level = sum / count;
  if (2 * (sum % count) >= count) ++level;
  output[(y * width + x) * channels + channel] = static_cast<std::uint8_t>(level);
}

template <typename Sum>
void launch_look_up(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
                    int radius, cudaStream_t stream) {
  const dim3 grid((width - 1) / kThreads + 1, height, channels);
  look_up_windows<Sum><<<grid, kThreads, 0, stream>>>(d_table, d_output, width, height, channels,
                                                      radius);
  KIT_CHECK(cudaGetLastError());
}

// The most places that a clipped window has on a line.
std::int64_t widest(int length, int radius) { return radius < length / 2 ? 2 * radius + 1 : length; }

}  // namespace

bool needs_64_bits(int width, int height, int radius) {
  return widest(width, radius) > kMaxPixels32 / widest(height, radius);
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
  const auto with = [&](auto* d_table) {
    scan_rows_by_blocks(d_input, d_table, width, height, channels, stream);
    scan_columns_by_blocks(d_table, width, height, channels, stream);
    box_from_table(d_table, d_output, width, height, channels, radius, stream);
  };
  needs_64_bits(width, height, radius) ? with(static_cast<std::uint64_t*>(d_workspace))
                                       : with(static_cast<std::uint32_t*>(d_workspace));
}

}  // namespace lab06
