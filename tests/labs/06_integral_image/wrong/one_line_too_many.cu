// Wrong on purpose: the bound lets one thread too many through, which writes behind the last
// plane.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kPerBlock = 128;

// Line number `id` of channels * height lines.
__global__ void prefix_rows(const std::uint8_t* __restrict__ img, std::uint32_t* __restrict__ dst,
                            int w, int h, int ch) {
  const int id = blockIdx.x * kPerBlock + threadIdx.x;
  if (id > h * ch) return;
  const int c = id / h, row = id % h;
  const std::uint8_t* src = img + std::ptrdiff_t(row) * w * ch + c;
  std::uint32_t* out = dst + std::ptrdiff_t(id) * w;
  std::uint32_t s = 0;
  for (int x = 0; x < w; ++x) {
    s += src[std::ptrdiff_t(x) * ch];
    out[x] = s;
  }
}

__global__ void prefix_columns(std::uint32_t* data, int w, int h, int planes) {
  const std::int64_t id = std::int64_t(blockIdx.x) * kPerBlock + threadIdx.x;
  if (id >= std::int64_t(w) * planes) return;
  std::uint32_t* p = data + (id / w) * (std::ptrdiff_t(w) * h) + id % w;
  std::uint32_t s = 0;
  for (int y = 0; y < h; ++y, p += w) {
    s += *p;
    *p = s;
  }
}

int blocks_for(std::int64_t lines) {
  return int((lines + kPerBlock - 1) / kPerBlock);
}

}  // namespace

void scan_rows_by_lines(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                        int channels, cudaStream_t stream) {
  prefix_rows<<<blocks_for(std::int64_t(height) * channels), kPerBlock, 0, stream>>>(
      d_image, d_rows, width, height, channels);
  KIT_CHECK(cudaGetLastError());
}

void scan_columns_by_lines(std::uint32_t* d_table, int width, int height, int planes,
                           cudaStream_t stream) {
  prefix_columns<<<blocks_for(std::int64_t(width) * planes), kPerBlock, 0, stream>>>(
      d_table, width, height, planes);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
