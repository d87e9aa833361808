#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "tile_shape.cuh"

namespace lab11 {
namespace {

using Shape = TileShape<64, 32, 4>;

/// A band's buffer, asked for rows of the image.
template <typename T>
struct Buffer {
  T* data;
  int top, width;
  __device__ T* row(int y) const { return data + static_cast<std::ptrdiff_t>(y - top) * width; }
};

template <typename S>
__global__ void pass(Buffer<const float> from, Buffer<float> to, int height, int first, int end,
                     const float* __restrict__ weights, int radius) {
  extern __shared__ float along[];
  const int width = from.width;
  const int x = blockIdx.x * S::columns + threadIdx.x;
  const int begin = first + static_cast<int>(blockIdx.y) * S::rows;
  const int stop = min(begin + S::rows, end);

  if (x < width) {
    for (int y = begin - radius + static_cast<int>(threadIdx.y); y < stop + radius;
         y += S::thread_rows) {
      const float* const row = from.row(min(max(y, 0), height - 1));
      float sum = 0.0f;
      for (int i = -radius; i <= radius; ++i) {
        sum += weights[i + radius] * row[min(max(x + i, 0), width - 1)];
      }
      along[(y - begin + radius) * S::columns + threadIdx.x] = sum;
    }
  }
  __syncthreads();
  if (x < width) {
    for (int y = begin + static_cast<int>(threadIdx.y); y < stop; y += S::thread_rows) {
      const float* const column = along + (y - begin) * S::columns + threadIdx.x;
      float sum = 0.0f;
      for (int i = 0; i <= 2 * radius; ++i) sum += weights[i] * column[i * S::columns];
      to.row(y)[x] = sum;
    }
  }
}

}  // namespace

void filter_rows(const Bands& bands, int number, int from, int first, int rows) {
  const Band& band = bands.band[number];
  if (rows > 0) {
    const int top = band.first - bands.halo;
    const dim3 grid(ceil_div(bands.width, Shape::columns), ceil_div(rows, Shape::rows));
    const dim3 block(Shape::columns, Shape::thread_rows);
    KIT_CHECK(cudaSetDevice(band.device));
    pass<Shape><<<grid, block, Shape::shared_bytes(bands.radius), band.compute>>>(
        {band.d_rows[from], top, bands.width}, {band.d_rows[from ^ 1], top, bands.width},
        bands.height, first, first + rows, band.d_weights, bands.radius);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab11
