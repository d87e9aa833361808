// One kernel for both: a thread adds up a line that is given as a first place and a step.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

template <typename From>
struct Walk {
  const From* from;
  std::uint32_t* to;
  int steps;                 // of a line
  int lines;                 // of a plane
  int from_line, from_step, from_plane;
  int to_line, to_step, to_plane;
};

template <typename From>
__global__ void running_sums(Walk<From> walk) {
  for (int line = blockIdx.x * blockDim.x + threadIdx.x; line < walk.lines;
       line += gridDim.x * blockDim.x) {
    const From* from = walk.from + line * walk.from_line + blockIdx.y * walk.from_plane;
    std::uint32_t* to = walk.to + line * walk.to_line + blockIdx.y * walk.to_plane;
    std::uint32_t sum = 0;
    for (int n = walk.steps; n-- > 0; from += walk.from_step, to += walk.to_step) {
      *to = sum += *from;
    }
  }
}

template <typename From>
void run(const Walk<From>& walk, int planes, cudaStream_t stream) {
  running_sums<<<dim3((walk.lines - 1) / 32 + 1, planes), 32, 0, stream>>>(walk);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void scan_rows_by_lines(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                        int channels, cudaStream_t stream) {
  run(Walk<std::uint8_t>{d_image, d_rows, width, height, width * channels, channels, 1, width, 1,
                         width * height},
      channels, stream);
}

void scan_columns_by_lines(std::uint32_t* d_table, int width, int height, int planes,
                           cudaStream_t stream) {
  const int plane = width * height;
  run(Walk<std::uint32_t>{d_table, d_table, height, width, 1, width, plane, 1, width, plane},
      planes, stream);
}

}  // namespace lab06
