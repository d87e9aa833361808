/// @file
/// What looks at a pixel's neighbourhood.
#include "../held_out.hpp"
#include "kit/cuda_check.hpp"

namespace held_out {
namespace {

__device__ int clamped(int i, int size) {
  return min(max(i, 0), size - 1);
}

__global__ void bilateral_7x7(const float* in, float* out, int width, int height, float over_space,
                              float over_range) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float centre = in[y * width + x];
  float sum = 0, weights = 0;
  for (int j = -3; j <= 3; ++j) {
    for (int i = -3; i <= 3; ++i) {
      const float pixel = in[clamped(y + j, height) * width + clamped(x + i, width)];
      const float apart = pixel - centre;
      const float weight = expf(-(i * i + j * j) * over_space - apart * apart * over_range);
      sum += weight * pixel;
      weights += weight;
    }
  }
  out[y * width + x] = sum / weights;
}

__device__ void sort(int& a, int& b) {
  const int least = min(a, b);
  b = max(a, b);
  a = least;
}

__global__ void median_3x3(const Byte* in, Byte* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int v[9];
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i)
      v[3 * j + i] = in[clamped(y + j - 1, height) * width + clamped(x + i - 1, width)];
    sort(v[3 * j], v[3 * j + 1]);
    sort(v[3 * j + 1], v[3 * j + 2]);
    sort(v[3 * j], v[3 * j + 1]);
  }
  const int largest_low = max(v[0], max(v[3], v[6])), smallest_high = min(v[2], min(v[5], v[8]));
  sort(v[1], v[4]);
  int middle = max(v[1], min(v[4], v[7]));
  int low = largest_low;
  sort(low, middle);
  out[y * width + x] = Byte(max(low, min(middle, smallest_high)));
}

__global__ void mean_of_window(const float* in, float* out, int width, int height, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  int count = 0;
  for (int j = -radius; j <= radius; ++j) {
    for (int i = -radius; i <= radius; ++i) {
      if (x + i < 0 || x + i >= width || y + j < 0 || y + j >= height) continue;
      sum += in[(y + j) * width + x + i];
      ++count;
    }
  }
  out[y * width + x] = sum / count;
}

__global__ void strength_and_direction(const float* in, float2* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int left = max(x - 1, 0), right = min(x + 1, width - 1);
  const float* above = in + max(y - 1, 0) * width;
  const float* here = in + y * width;
  const float* below = in + min(y + 1, height - 1) * width;
  const float dx =
      above[right] - above[left] + 2 * (here[right] - here[left]) + below[right] - below[left];
  const float dy =
      below[left] - above[left] + 2 * (below[x] - above[x]) + below[right] - above[right];
  out[y * width + x] = make_float2(sqrtf(dx * dx + dy * dy), atan2f(dy, dx));
}

constexpr int kReach = 3;

__global__ void dilate_tile(const Byte* in, Byte* out, int width, int height) {
  __shared__ Byte tile[8 + 2 * kReach][32 + 2 * kReach];
  const int x0 = blockIdx.x * 32 - kReach, y0 = blockIdx.y * 8 - kReach;
  for (int j = threadIdx.y; j < 8 + 2 * kReach; j += 8) {
    for (int i = threadIdx.x; i < 32 + 2 * kReach; i += 32)
      tile[j][i] = in[clamped(y0 + j, height) * width + clamped(x0 + i, width)];
  }
  __syncthreads();
  int most = 0;
  for (int j = 0; j <= 2 * kReach; ++j)
    for (int i = 0; i <= 2 * kReach; ++i)
      most = max(most, int(tile[threadIdx.y + j][threadIdx.x + i]));
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = Byte(most);
}

// Blocks of 18 x 18 threads overlap by their border.
__global__ void sharpen_overlapping(const float* in, float* out, int width, int height,
                                    float amount) {
  __shared__ float tile[18][18];
  const int x = int(blockIdx.x) * 16 + int(threadIdx.x) - 1;
  const int y = int(blockIdx.y) * 16 + int(threadIdx.y) - 1;
  const int tx = threadIdx.x, ty = threadIdx.y;
  tile[ty][tx] = in[clamped(y, height) * width + clamped(x, width)];
  __syncthreads();
  if (tx == 0 || ty == 0 || tx == 17 || ty == 17 || x >= width || y >= height) return;
  const float around = tile[ty - 1][tx] + tile[ty + 1][tx] + tile[ty][tx - 1] + tile[ty][tx + 1];
  const float sharp = tile[ty][tx] + amount * (4 * tile[ty][tx] - around);
  out[y * width + x] = fminf(fmaxf(sharp, 0.0f), 1.0f);
}

__global__ void shrink_bilinear(const float* in, float* out, int in_width, int in_height, int width,
                                int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float fx = (x + 0.5f) * in_width / width - 0.5f;
  const float fy = (y + 0.5f) * in_height / height - 0.5f;
  const int left = int(floorf(fx)), top = int(floorf(fy));
  const float u = fx - left, v = fy - top;
  const int x0 = clamped(left, in_width), x1 = clamped(left + 1, in_width);
  const int y0 = clamped(top, in_height), y1 = clamped(top + 1, in_height);
  const float above = (1 - u) * in[y0 * in_width + x0] + u * in[y0 * in_width + x1];
  const float below = (1 - u) * in[y1 * in_width + x0] + u * in[y1 * in_width + x1];
  out[y * width + x] = (1 - v) * above + v * below;
}

__global__ void binomial_by_fours(const float4* in, float4* out, int fours, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= fours || y >= height) return;
  const float4* row = in + y * fours;
  const float4 a = row[max(x - 1, 0)], b = row[x], c = row[min(x + 1, fours - 1)];
  const float v[12] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w, c.x, c.y, c.z, c.w};
  const float taps[5] = {70 / 256.0f, 56 / 256.0f, 28 / 256.0f, 8 / 256.0f, 1 / 256.0f};
  float result[4];
  for (int k = 0; k < 4; ++k) {
    result[k] = taps[0] * v[4 + k];
    for (int i = 1; i <= 4; ++i) result[k] += taps[i] * (v[4 + k - i] + v[4 + k + i]);
  }
  out[y * fours + x] = make_float4(result[0], result[1], result[2], result[3]);
}

dim3 blocks_for(int width, int height, dim3 block) {
  return dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
}

}  // namespace

void bilateral(const float* in, float* out, int width, int height) {
  const dim3 block(16, 16);
  bilateral_7x7<<<blocks_for(width, height, block), block>>>(in, out, width, height, 0.125f, 50.0f);
  KIT_CHECK(cudaGetLastError());
}

void median(const Byte* in, Byte* out, int width, int height) {
  const dim3 block(32, 8);
  median_3x3<<<blocks_for(width, height, block), block>>>(in, out, width, height);
  KIT_CHECK(cudaGetLastError());
}

void box_5x5(const float* in, float* out, int width, int height) {
  const dim3 block(16, 16);
  mean_of_window<<<blocks_for(width, height, block), block>>>(in, out, width, height, 2);
  KIT_CHECK(cudaGetLastError());
}

void edges(const float* in, float* out, int width, int height) {
  const dim3 block(32, 4);
  strength_and_direction<<<blocks_for(width, height, block), block>>>(
      in, reinterpret_cast<float2*>(out), width, height);
  KIT_CHECK(cudaGetLastError());
}

void dilate(const Byte* in, Byte* out, int width, int height) {
  const dim3 block(32, 8);
  dilate_tile<<<blocks_for(width, height, block), block>>>(in, out, width, height);
  KIT_CHECK(cudaGetLastError());
}

void sharpen(const float* in, float* out, int width, int height) {
  sharpen_overlapping<<<blocks_for(width, height, dim3(16, 16)), dim3(18, 18)>>>(in, out, width,
                                                                                 height, 0.5f);
  KIT_CHECK(cudaGetLastError());
}

void shrink(const float* in, float* out, int width, int height) {
  const dim3 block(32, 8);
  const int new_width = width * 3 / 4, new_height = height * 3 / 4;
  shrink_bilinear<<<blocks_for(new_width, new_height, block), block>>>(in, out, width, height,
                                                                       new_width, new_height);
  KIT_CHECK(cudaGetLastError());
}

void smooth_rows(const float* in, float* out, int width, int height) {
  const dim3 block(64, 4);
  binomial_by_fours<<<blocks_for(width / 4, height, block), block>>>(
      reinterpret_cast<const float4*>(in), reinterpret_cast<float4*>(out), width / 4, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace held_out
