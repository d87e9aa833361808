/// @file
/// Pictures as matrices: transposes, a quarter of a turn, a product.
#include "../held_out.hpp"
#include "kit/cuda_check.hpp"

namespace held_out {
namespace {

__global__ void transpose_by_pixels(const float* in, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

template <int Padding>
__global__ void transpose_by_tiles(const float* in, float* out, int width, int height) {
  __shared__ float tile[32][32 + Padding];
  const int x = blockIdx.x * 32, y = blockIdx.y * 32;
  for (int j = threadIdx.y; j < 32; j += 8)
    tile[j][threadIdx.x] = in[(y + j) * width + x + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    out[(x + j) * height + y + threadIdx.x] = tile[threadIdx.x][j];
}

__global__ void rotate_bytes(const Byte* in, Byte* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = in[(height - 1 - x) * width + y];
}

constexpr int kColumns = 64;

__global__ void multiply_tiles(const float* a, const float* b, float* c, int inner) {
  __shared__ float tile_a[16][16], tile_b[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int first = 0; first < inner; first += 16) {
    tile_a[ty][tx] = a[row * inner + first + tx];
    tile_b[ty][tx] = b[(first + ty) * kColumns + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += tile_a[ty][k] * tile_b[k][tx];
    __syncthreads();
  }
  c[row * kColumns + column] = sum;
}

}  // namespace

void transpose_naive(const float* in, float* out, int width, int height) {
  const dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  transpose_by_pixels<<<grid, block>>>(in, out, width, height);
  KIT_CHECK(cudaGetLastError());
}

void transpose_tiled(const float* in, float* out, int width, int height) {
  transpose_by_tiles<0><<<dim3(width / 32, height / 32), dim3(32, 8)>>>(in, out, width, height);
  KIT_CHECK(cudaGetLastError());
}

void transpose_padded(const float* in, float* out, int width, int height) {
  transpose_by_tiles<1><<<dim3(width / 32, height / 32), dim3(32, 8)>>>(in, out, width, height);
  KIT_CHECK(cudaGetLastError());
}

void rotate(const Byte* in, Byte* out, int width, int height) {
  const dim3 block(32, 8), grid((height + 31) / 32, (width + 7) / 8);
  rotate_bytes<<<grid, block>>>(in, out, width, height);
  KIT_CHECK(cudaGetLastError());
}

void project(const float* in, float* out, int width, int height, const float* matrix) {
  multiply_tiles<<<dim3(kColumns / 16, height / 16), dim3(16, 16)>>>(in, matrix, out, width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace held_out
