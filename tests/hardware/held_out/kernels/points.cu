/// @file
/// What looks at each pixel by itself, and counts and means of them all.
#include "../held_out.hpp"
#include "kit/cuda_check.hpp"

namespace held_out {
namespace {

__global__ void rgb_to_grey(const uchar3* rgb, Byte* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const uchar3 p = rgb[i];
  out[i] = Byte(0.299f * p.x + 0.587f * p.y + 0.114f * p.z + 0.5f);
}

__global__ void rgb_to_hsv(const uchar3* rgb, uchar3* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const uchar3 p = rgb[y * width + x];
  const float r = p.x / 255.0f, g = p.y / 255.0f, b = p.z / 255.0f;
  const float most = fmaxf(r, fmaxf(g, b)), least = fminf(r, fminf(g, b)), range = most - least;
  float hue = 0;
  if (range > 0) {
    if (most == r) {
      hue = (g - b) / range;
    } else if (most == g) {
      hue = 2 + (b - r) / range;
    } else {
      hue = 4 + (r - g) / range;
    }
    if (hue < 0) hue += 6;
  }
  const float saturation = most > 0 ? range / most : 0;
  out[y * width + x] =
      make_uchar3(Byte(hue * 42.5f), Byte(saturation * 255 + 0.5f), Byte(most * 255 + 0.5f));
}

__global__ void count_levels(const Byte* in, unsigned* bins, int count) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    atomicAdd(&local[in[i]], 1u);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void levels_to_table(const unsigned* bins, Byte* table, int count) {
  __shared__ unsigned sums[256];
  const int t = threadIdx.x;
  sums[t] = bins[t];
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    const unsigned left = t >= step ? sums[t - step] : 0;
    __syncthreads();
    sums[t] += left;
    __syncthreads();
  }
  table[t] = Byte(255.0f * sums[t] / count);
}

__global__ void apply_table(const Byte* in, Byte* out, const Byte* table, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = table[in[i]];
}

__global__ void add_up(const float* in, float* sum, int count) {
  __shared__ float of_warps[8];
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    own += in[i];
  }
  for (int delta = 16; delta > 0; delta /= 2) own += __shfl_down_sync(0xffffffff, own, delta);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = own;
  __syncthreads();
  if (threadIdx.x < 32) {
    own = threadIdx.x < 8 ? of_warps[threadIdx.x] : 0;
    for (int delta = 4; delta > 0; delta /= 2) own += __shfl_down_sync(0xffffffff, own, delta);
    if (threadIdx.x == 0) atomicAdd(sum, own);
  }
}

__global__ void compare_with_mean(const float* in, float* out, const float* sum, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] > *sum / count ? 1.0f : 0.0f;
}

}  // namespace

void grey_of_rgb(const Byte* rgb, Byte* out, int width, int height) {
  const int count = width * height;
  rgb_to_grey<<<(count + 255) / 256, 256>>>(reinterpret_cast<const uchar3*>(rgb), out, count);
  KIT_CHECK(cudaGetLastError());
}

void hsv_of_rgb(const Byte* rgb, Byte* out, int width, int height) {
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  rgb_to_hsv<<<grid, block>>>(reinterpret_cast<const uchar3*>(rgb), reinterpret_cast<uchar3*>(out),
                              width, height);
  KIT_CHECK(cudaGetLastError());
}

void equalise(const Byte* in, Byte* out, int width, int height, unsigned* bins, Byte* table) {
  const int count = width * height;
  KIT_CHECK(cudaMemsetAsync(bins, 0, 256 * sizeof(unsigned), nullptr));
  count_levels<<<512, 256>>>(in, bins, count);
  KIT_CHECK(cudaGetLastError());
  levels_to_table<<<1, 256>>>(bins, table, count);
  KIT_CHECK(cudaGetLastError());
  apply_table<<<(count + 255) / 256, 256>>>(in, out, table, count);
  KIT_CHECK(cudaGetLastError());
}

void above_mean(const float* in, float* out, int width, int height, float* sum) {
  const int count = width * height;
  KIT_CHECK(cudaMemsetAsync(sum, 0, sizeof(float), nullptr));
  add_up<<<512, 256>>>(in, sum, count);
  KIT_CHECK(cudaGetLastError());
  compare_with_mean<<<(count + 511) / 512, 512>>>(in, out, sum, count);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace held_out
