// Lab 06, table with one thread per line: one kernel for both, which is told how to walk.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

// `lines` lines of each plane, the grid's y; `count` values on each. From source to target, which
// may be the same.
struct Walk {
  std::ptrdiff_t plane, line, step;
};

template <typename Source>
__global__ void scan_lines(const Source* source, Walk from, std::uint32_t* target, Walk to,
                           int lines, int count) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines) return;
  source += blockIdx.y * from.plane + line * from.line;
  target += blockIdx.y * to.plane + line * to.line;
  std::uint32_t sum = 0;
  while (count-- > 0) {
    *target = sum += *source;
    source += from.step;
    target += to.step;
  }
}

template <typename Source>
void launch(const Source* d_source, Walk from, std::uint32_t* d_target, Walk to, int lines,
            int count, int planes, cudaStream_t stream) {
  constexpr int kThreads = 96;
  scan_lines<<<dim3((lines - 1) / kThreads + 1, planes), kThreads, 0, stream>>>(
      d_source, from, d_target, to, lines, count);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void scan_rows_by_lines(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                        int channels, cudaStream_t stream) {
  const Walk interleaved{1, std::ptrdiff_t(width) * channels, channels};
  const Walk planar{std::ptrdiff_t(width) * height, width, 1};
  launch(d_image, interleaved, d_rows, planar, height, width, channels, stream);
}

void scan_columns_by_lines(std::uint32_t* d_table, int width, int height, int planes,
                           cudaStream_t stream) {
  const Walk down{std::ptrdiff_t(width) * height, 1, width};
  launch<std::uint32_t>(d_table, down, d_table, down, width, height, planes, stream);
}

}  // namespace lab06
