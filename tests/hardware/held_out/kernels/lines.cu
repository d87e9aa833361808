/// @file
/// What goes along rows or columns.
#include "../held_out.hpp"
#include "kit/cuda_check.hpp"

namespace held_out {
namespace {

__global__ void haar_of_rows(const float2* in, float* out, int half) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  const float2 pair = in[y * half + x];
  out[y * 2 * half + x] = 0.5f * (pair.x + pair.y);
  out[y * 2 * half + half + x] = 0.5f * (pair.x - pair.y);
}

__global__ void haar_of_columns(const float* in, float* out, int width, int half) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  const float above = in[2 * y * width + x], below = in[(2 * y + 1) * width + x];
  out[y * width + x] = 0.5f * (above + below);
  out[(y + half) * width + x] = 0.5f * (above - below);
}

constexpr int kWindow = 31, kSegments = 32, kReach = kWindow / 2;

// A block makes kSegments segments of a row. In shared memory stand the smallest pixels from each
// one back to the start of its segment, and on to its end; a window of a segment's length needs
// one of each.
__global__ void erode_row_segments(const Byte* in, Byte* out, int width) {
  constexpr int kPixels = (kSegments + 2) * kWindow;
  __shared__ Byte pixels[kPixels], from_start[kPixels], to_end[kPixels];
  const Byte* row = in + blockIdx.y * width;
  const int first = (int(blockIdx.x) * kSegments - 1) * kWindow;
  for (int i = threadIdx.x; i < kPixels; i += blockDim.x) {
    const int x = first + i;
    pixels[i] = x < 0 || x >= width ? 255 : row[x];
  }
  __syncthreads();
  const int t = threadIdx.x;
  if (t < kSegments + 2) {
    Byte least = 255;
    for (int i = t * kWindow; i < (t + 1) * kWindow; ++i)
      from_start[i] = least = min(least, pixels[i]);
  } else if (t >= 64 && t < 64 + kSegments + 2) {
    Byte least = 255;
    for (int i = (t - 63) * kWindow - 1; i >= (t - 64) * kWindow; --i)
      to_end[i] = least = min(least, pixels[i]);
  }
  __syncthreads();
  for (int i = kWindow + t; i < kPixels - kWindow; i += blockDim.x) {
    const int x = first + i;
    if (x < width) out[blockIdx.y * width + x] = min(to_end[i - kReach], from_start[i + kReach]);
  }
}

__global__ void there_and_back(const float* in, float* out, int lines, int length, int between,
                               int step, float keep) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines) return;
  in += line * between;
  out += line * between;
  float state = in[0];
  for (int i = 0; i < length; ++i) {
    state = keep * state + (1 - keep) * in[i * step];
    out[i * step] = state;
  }
  for (int i = length - 1; i >= 0; --i) {
    state = keep * state + (1 - keep) * out[i * step];
    out[i * step] = state;
  }
}

__global__ void running_means(const float* in, float* out, int width, int height, int radius,
                              int strip) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * strip;
  float sum = 0;
  for (int j = first - radius; j < first + radius; ++j)
    sum += in[min(max(j, 0), height - 1) * width + x];
  for (int y = first; y < first + strip; ++y) {
    sum += in[min(y + radius, height - 1) * width + x];
    out[y * width + x] = sum / (2 * radius + 1);
    sum -= in[max(y - radius, 0) * width + x];
  }
}

__global__ void moving_window(const float* __restrict__ in, float* __restrict__ out, int width,
                              int height) {
  constexpr int kStrip = 32;
  const int x = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * kStrip;
  float window[7];
  for (int k = 0; k < 6; ++k)
    window[k + 1] = in[min(max(first + k - 3, 0), height - 1) * width + x];
  for (int y = first; y < first + kStrip; ++y) {
    for (int k = 0; k < 6; ++k) window[k] = window[k + 1];
    window[6] = in[min(y + 3, height - 1) * width + x];
    out[y * width + x] = 0.006f * (window[0] + window[6]) + 0.061f * (window[1] + window[5]) +
                         0.242f * (window[2] + window[4]) + 0.382f * window[3];
  }
}

__global__ void sums_to_the_left(const float* in, float* out, int width) {
  __shared__ float ends[8];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float before = 0;
  for (int first = 0; first < width; first += 256) {
    float sum = in[blockIdx.x * width + first + threadIdx.x];
    for (int delta = 1; delta < 32; delta *= 2) {
      const float left = __shfl_up_sync(0xffffffff, sum, delta);
      if (lane >= delta) sum += left;
    }
    if (lane == 31) ends[warp] = sum;
    __syncthreads();
    float all = 0;
    for (int w = 0; w < 8; ++w) {
      if (w == warp) sum += all;
      all += ends[w];
    }
    out[blockIdx.x * width + first + threadIdx.x] = before + sum;
    before += all;
    __syncthreads();
  }
}

}  // namespace

void haar(const float* in, float* out, int width, int height, float* between) {
  haar_of_rows<<<dim3(width / 2 / 128, height), 128>>>(reinterpret_cast<const float2*>(in), between,
                                                       width / 2);
  KIT_CHECK(cudaGetLastError());
  haar_of_columns<<<dim3(width / 256, height / 2), 256>>>(between, out, width, height / 2);
  KIT_CHECK(cudaGetLastError());
}

void erode_rows(const Byte* in, Byte* out, int width, int height) {
  const int pixels = kSegments * kWindow;
  erode_row_segments<<<dim3((width + pixels - 1) / pixels, height), 128>>>(in, out, width);
  KIT_CHECK(cudaGetLastError());
}

void recursive_rows(const float* in, float* out, int width, int height) {
  there_and_back<<<(height + 63) / 64, 64>>>(in, out, height, width, width, 1, 0.8f);
  KIT_CHECK(cudaGetLastError());
}

void recursive_columns(const float* in, float* out, int width, int height) {
  there_and_back<<<(width + 63) / 64, 64>>>(in, out, width, height, 1, width, 0.8f);
  KIT_CHECK(cudaGetLastError());
}

void box_columns(const float* in, float* out, int width, int height) {
  running_means<<<dim3(width / 128, height / 64), 128>>>(in, out, width, height, 7, 64);
  KIT_CHECK(cudaGetLastError());
}

void gaussian_columns(const float* in, float* out, int width, int height) {
  moving_window<<<dim3(width / 256, height / 32), 256>>>(in, out, width, height);
  KIT_CHECK(cudaGetLastError());
}

void prefix_rows(const float* in, float* out, int width, int height) {
  sums_to_the_left<<<height, 256>>>(in, out, width);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace held_out
