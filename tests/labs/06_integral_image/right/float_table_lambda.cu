// Right: a lambda looks the table up, and each compared byte has a thread.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kT = 128;

__global__ void rows_f(const std::uint8_t* __restrict__ img, float* __restrict__ tab, int w, int h,
                       int ch) {
  const int row = blockIdx.x * kT + threadIdx.x, c = blockIdx.y;
  if (row >= h) return;
  const std::uint8_t* src = img + std::ptrdiff_t(row) * w * ch + c;
  float* dst = tab + (std::ptrdiff_t(c) * h + row) * w;
  float acc = 0.0f;
  for (int i = 0; i < w; ++i) {
    acc += float(src[std::ptrdiff_t(i) * ch]);
    dst[i] = acc;
  }
}

__global__ void columns_f(float* tab, int w, int h) {
  const int col = blockIdx.x * kT + threadIdx.x;
  if (col >= w) return;
  float* p = tab + std::ptrdiff_t(blockIdx.y) * w * h + col;
  float acc = 0.0f;
  for (int j = 0; j < h; ++j, p += w) {
    acc += *p;
    *p = acc;
  }
}

__global__ void window_f(const float* __restrict__ tab, std::uint8_t* __restrict__ out, int w,
                         int h, int ch, int r) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int c = blockIdx.z;
  if (x >= w || y >= h) return;
  const float* plane = tab + std::ptrdiff_t(c) * w * h;
  const auto at = [&](int i, int j) {
    return i < 0 || j < 0 ? 0.0f : plane[std::ptrdiff_t(j) * w + i];
  };
  const int x0 = max(x - r, 0), x1 = min(x + r, w - 1), y0 = max(y - r, 0), y1 = min(y + r, h - 1);
  const float D = at(x1, y1), B = at(x1, y0 - 1), C = at(x0 - 1, y1), A = at(x0 - 1, y0 - 1);
  const float count = float(x1 - x0 + 1) * float(y1 - y0 + 1);
  const float mean = (((D - B) - C) + A) / count;
  float level = floorf(mean + 0.5f);
  if (level < 0.0f) level = 0.0f;
  if (level > 255.0f) level = 255.0f;
  out[(std::ptrdiff_t(y) * w + x) * ch + c] = std::uint8_t(level);
}

__global__ void compare(const std::uint8_t* __restrict__ p, const std::uint8_t* __restrict__ q,
                        int n, std::uint32_t* result) {
  const std::int64_t i = std::int64_t(blockIdx.x) * kT + threadIdx.x;
  if (i >= n) return;
  const int d = int(p[i]) - int(q[i]);
  if (d != 0) {
    atomicAdd(result, 1u);
    atomicMax(result + 1, std::uint32_t(d < 0 ? -d : d));
  }
}

int cover(int n, int each) {
  return int((std::int64_t(n) + each - 1) / each);
}

}  // namespace

void box_by_float_table(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                        int channels, int radius, float* d_table, cudaStream_t stream) {
  rows_f<<<dim3(cover(height, kT), channels), kT, 0, stream>>>(d_input, d_table, width, height,
                                                               channels);
  KIT_CHECK(cudaGetLastError());
  columns_f<<<dim3(cover(width, kT), channels), kT, 0, stream>>>(d_table, width, height);
  KIT_CHECK(cudaGetLastError());
  window_f<<<dim3(cover(width, 32), cover(height, 4), channels), dim3(32, 4), 0, stream>>>(
      d_table, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

void count_differences(const std::uint8_t* d_first, const std::uint8_t* d_second, int count,
                       std::uint32_t* d_result, cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_result, 0, 2 * sizeof(std::uint32_t), stream));
  if (count > 0) {
    compare<<<cover(count, kT), kT, 0, stream>>>(d_first, d_second, count, d_result);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab06
