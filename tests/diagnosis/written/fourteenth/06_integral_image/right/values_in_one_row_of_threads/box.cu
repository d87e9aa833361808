// Lab 06, look-ups: the threads stand in one long row, in the order of the output's bytes.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 128;
constexpr int kMost = int((0xffffffffu) / 255u);  // pixels whose sum fits into 32 bits for sure

// Clipped window along one axis.
struct Span {
  int before;  // the last place before it, or -1
  int last;
  __device__ int size() const { return last - before; }
};

__device__ Span clip(int place, int radius, int length) {
  return {place > radius ? place - radius - 1 : -1,
          radius < length - 1 - place ? place + radius : length - 1};
}

template <typename Sum>
__global__ void look_up_windows(const Sum* __restrict__ table, std::uint8_t* __restrict__ output,
                                int width, int height, int channels, int radius, unsigned values) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= values) return;
  const int channel = int(i % unsigned(channels)), pixel = int(i / unsigned(channels));
  const int x = pixel % width, y = pixel / width;
  const Span across = clip(x, radius, width), down = clip(y, radius, height);

  const auto upto = [&](int column, int row) {
    if (column < 0 || row < 0) return Sum(0);
    return table[(channel * height + row) * width + column];
  };
  const Sum right = upto(across.last, down.last) - upto(across.last, down.before);
  const Sum left = upto(across.before, down.last) - upto(across.before, down.before);
  const Sum sum = right - left, count = Sum(across.size()) * Sum(down.size());
  const Sum mean = sum / count;
  // Up from half of the count on: rest >= count / 2 in fractions.
  const bool up = sum % count > (count - 1) / 2;
  output[i] = std::uint8_t(mean + (up ? 1 : 0));
}

template <typename Sum>
void look_up(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
             int radius, cudaStream_t stream) {
  const unsigned values = unsigned(width) * unsigned(height) * unsigned(channels);
  const unsigned blocks = (values - 1) / kThreads + 1;
  look_up_windows<<<blocks, kThreads, 0, stream>>>(d_table, d_output, width, height, channels,
                                                   radius, values);
  KIT_CHECK(cudaGetLastError());
}

// How long a window can be along an axis.
int longest(int length, int radius) {
  return radius >= length / 2 ? length : 2 * radius + 1;
}

}  // namespace

bool needs_64_bits(int width, int height, int radius) {
  // width * height > kMost, without the product
  return longest(width, radius) > kMost / longest(height, radius);
}

void box_from_table(const std::uint32_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  look_up(d_table, d_output, width, height, channels, radius, stream);
}

void box_from_table(const std::uint64_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  look_up(d_table, d_output, width, height, channels, radius, stream);
}

void box_filter(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                int channels, int radius, void* d_workspace, cudaStream_t stream) {
  const auto filter = [&](auto* d_table) {
    scan_rows_by_blocks(d_input, d_table, width, height, channels, stream);
    scan_columns_by_blocks(d_table, width, height, channels, stream);
    box_from_table(d_table, d_output, width, height, channels, radius, stream);
  };
  if (needs_64_bits(width, height, radius)) {
    filter(static_cast<std::uint64_t*>(d_workspace));
  } else {
    filter(static_cast<std::uint32_t*>(d_workspace));
  }
}

}  // namespace lab06
