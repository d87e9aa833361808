// Look-ups: a thread has all channels of a pixel. A place outside counts 0.
#include <algorithm>
#include <limits>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

template <typename T>
class Plane {
 public:
  __device__ Plane(const T* first, int width) : first_(first), width_(width) {}
  __device__ T operator()(int x, int y) const {
    return x < 0 || y < 0 ? T(0) : first_[y * width_ + x];
  }

 private:
  const T* first_;
  int width_;
};

template <typename T>
__global__ void look_up(const T* __restrict__ table, std::uint8_t* __restrict__ output, int width,
                        int height, int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int y = blockIdx.y; y < height && x < width; y += gridDim.y) {
    const int right = min(x + radius, width - 1), bottom = min(y + radius, height - 1);
    const int left = max(x - radius, 0) - 1, top = max(y - radius, 0) - 1;  // just outside
    const T count = T(right - left) * T(bottom - top);
    for (int c = 0; c < channels; ++c) {
      const Plane<T> at(table + c * width * height, width);
      const T sum = at(right, bottom) - at(right, top) - at(left, bottom) + at(left, top);
      const T rest = sum % count;
      output[(y * width + x) * channels + c] = std::uint8_t(sum / count + (rest >= count - rest));
    }
  }
}

template <typename T>
void look_up_all(const T* d_table, std::uint8_t* d_output, int width, int height, int channels,
                 int radius, cudaStream_t stream) {
  const dim3 grid((width - 1) / 128 + 1, std::min(height, 1024));
  look_up<T><<<grid, 128, 0, stream>>>(d_table, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

bool needs_64_bits(int width, int height, int radius) {
  const auto clipped = [radius](int size) { return std::min<std::uint64_t>(2ULL * radius + 1, size); };
  return 255 * clipped(width) * clipped(height) > std::numeric_limits<std::uint32_t>::max();
}

void box_from_table(const std::uint32_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  look_up_all(d_table, d_output, width, height, channels, radius, stream);
}

void box_from_table(const std::uint64_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  look_up_all(d_table, d_output, width, height, channels, radius, stream);
}

void box_filter(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                int channels, int radius, void* d_workspace, cudaStream_t stream) {
  const auto with = [&](auto* d_table) {
    scan_rows_by_blocks(d_input, d_table, width, height, channels, stream);
    scan_columns_by_blocks(d_table, width, height, channels, stream);
    box_from_table(d_table, d_output, width, height, channels, radius, stream);
  };
  if (needs_64_bits(width, height, radius)) return with(static_cast<std::uint64_t*>(d_workspace));
  with(static_cast<std::uint32_t*>(d_workspace));
}

}  // namespace lab06
