/// @file
/// Lab 11, stage rows: down the columns first, then along the rows; tiles of 32x16.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

constexpr int kWide = 32, kHigh = 16, kThreadRows = 4;

struct Task {
  const float* source;
  float* target;
  const float* weights;
  int top, width, height, first, end, radius;
};

__global__ void down_then_along(Task t) {
  __shared__ float down[kHigh][kWide + 2 * kMaxRadius];
  const int left = blockIdx.x * kWide;
  const int upper = t.first + blockIdx.y * kHigh;
  const int lower = min(upper + kHigh, t.end);
  const int taps = 2 * t.radius + 1;

  for (int y = upper + threadIdx.y; y < lower; y += kThreadRows) {
    for (int c = threadIdx.x; c < kWide + 2 * t.radius; c += kWide) {
      const int x = max(0, min(left + c - t.radius, t.width - 1));
      float sum = 0.0f;
      for (int j = 0; j < taps; ++j) {
        const int row = max(0, min(y + j - t.radius, t.height - 1)) - t.top;
        sum += t.weights[j] * t.source[static_cast<std::size_t>(row) * t.width + x];
      }
      down[y - upper][c] = sum;
    }
  }
  __syncthreads();

  const int x = left + threadIdx.x;
  for (int y = upper + threadIdx.y; y < lower; y += kThreadRows) {
    if (x < t.width) {
      const float* const at = &down[y - upper][threadIdx.x];
      float sum = 0.0f;
      for (int i = 0; i < taps; ++i) sum += t.weights[i] * at[i];
      t.target[static_cast<std::size_t>(y - t.top) * t.width + x] = sum;
    }
  }
}

}  // namespace

void filter_rows(const Bands& bands, int number, int from, int first, int rows) {
  if (rows > 0) {
    const Band& band = bands.band[number];
    Task task{};
    task.source = band.d_rows[from];
    task.target = band.d_rows[from ^ 1];
    task.weights = band.d_weights;
    task.top = band.first - bands.halo;
    task.width = bands.width;
    task.height = bands.height;
    task.first = first;
    task.end = first + rows;
    task.radius = bands.radius;
    const unsigned across = 1 + (bands.width - 1) / kWide, down = 1 + (rows - 1) / kHigh;
    KIT_CHECK(cudaSetDevice(band.device));
    down_then_along<<<dim3(across, down), dim3(kWide, kThreadRows), 0, band.compute>>>(task);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab11
