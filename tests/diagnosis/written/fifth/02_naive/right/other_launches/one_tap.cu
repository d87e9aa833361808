// Lab 02, step 3. The pixel's test is nested, the neighbour's is one unsigned comparison an axis.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// 0 <= value < size: as unsigned numbers, negative values are larger than any size.
__device__ bool within(int value, int size) {
  return static_cast<unsigned>(value) < static_cast<unsigned>(size);
}

template <class Operation>
__device__ void for_my_pixel(int width, int height, Operation operation) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) operation(x, y);
}

__global__ void tap(const float* input, float* output, int width, int height, int dx, int dy,
                    float weight) {
  for_my_pixel(width, height, [=](int x, int y) {
    float* const mine = output + (y * width + x);
    *mine = within(x + dx, width) && within(y + dy, height)
                ? weight * input[(y + dy) * width + (x + dx)]
                : 0.0f;
  });
}

}  // namespace

void one_tap(const float* d_input, float* d_output, int width, int height, int dx, int dy,
             float weight, dim3 block, cudaStream_t stream) {
  unsigned columns = width / block.x;
  unsigned rows = height / block.y;
  if (columns * block.x < static_cast<unsigned>(width)) ++columns;
  if (rows * block.y < static_cast<unsigned>(height)) ++rows;
  tap<<<dim3(columns, rows, 1), block, 0, stream>>>(d_input, d_output, width, height, dx, dy,
                                                    weight);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
