/// @file
/// The same launches for a GPU under ncu and for the observed simulator:
/// tests/hardware/compare_counts puts their counts side by side, launch by launch. Here regular
/// kernels come first, then ones that diverge; then follow the other files' launches, whose results
/// are looked at too. Exit code 1 if one is wrong.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../../labs/02_naive/lab.hpp"  // its solution is linked in
#include "kit/border.hpp"
#include "kit/device_buffer.hpp"
#include "launches.cuh"

// In the simulator: prints what was seen. On a GPU ncu does.
extern "C" const char* kit_sim_take_observations() __attribute__((weak));

namespace {

constexpr int kSide = 512;  // images are kSide x kSide
constexpr int kCount = kSide * kSide;
constexpr int kTile = 32;

template <int Padding>
__global__ void transpose_tiled(const float* in, float* out) {
  __shared__ float tile[kTile][kTile + Padding];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * kSide + x];
  __syncthreads();
  const int tx = blockIdx.y * kTile + threadIdx.x, ty = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += 8)
    out[(ty + j) * kSide + tx] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void transpose_naive(const float* in, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * kSide + y] = in[y * kSide + x];
}

template <typename T>
__global__ void copy(const T* in, T* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

template <int Stride, int Offset>
__global__ void copy_strided(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * Stride + Offset];
}

__global__ void broadcast(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i / 32];
}

__global__ void sum_by_shuffle(const float* in, float* out) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int delta = 16; delta > 0; delta /= 2) value += __shfl_down_sync(0xffffffffu, value, delta);
  __shared__ float partial[8];
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int w = 0; w < 8; ++w) sum += partial[w];
    out[blockIdx.x] = sum;
  }
}

__global__ void sum_in_shared(const float* in, float* out) {
  __shared__ float data[256];
  data[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int active = 128; active > 0; active /= 2) {
    if (int(threadIdx.x) < active) data[threadIdx.x] += data[threadIdx.x + active];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = data[0];
}

__global__ void histogram(const unsigned char* in, unsigned* bins) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&local[in[blockIdx.x * blockDim.x + threadIdx.x]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__constant__ float weights[49];

template <int Width>
__global__ void convolve_tiled(const float* in, float* out) {
  constexpr int kRadius = Width / 2, kTileX = 32 + 2 * kRadius, kTileY = 8 + 2 * kRadius;
  __shared__ float tile[kTileY][kTileX];
  const int x0 = blockIdx.x * 32 - kRadius, y0 = blockIdx.y * 8 - kRadius;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < kTileX * kTileY; i += 256) {
    const int x = min(max(x0 + i % kTileX, 0), kSide - 1);
    const int y = min(max(y0 + i / kTileX, 0), kSide - 1);
    tile[i / kTileX][i % kTileX] = in[y * kSide + x];
  }
  __syncthreads();
  float sum = 0;
  for (int j = 0; j < Width; ++j) {
    for (int i = 0; i < Width; ++i) {
      sum += weights[j * Width + i] * tile[threadIdx.y + j][threadIdx.x + i];
    }
  }
  out[(blockIdx.y * 8 + threadIdx.y) * kSide + blockIdx.x * 32 + threadIdx.x] = sum;
}

template <bool Columns>
__global__ void pass(const float* in, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = -3; k <= 3; ++k) {
    const int px = Columns ? x : min(max(x + k, 0), kSide - 1);
    const int py = Columns ? min(max(y + k, 0), kSide - 1) : y;
    sum += weights[k + 3] * in[py * kSide + px];
  }
  out[y * kSide + x] = sum;
}

__global__ void recursion_by_rows(const float* in, float* out) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  float state = in[y * kSide];
  for (int x = 0; x < kSide; ++x) {
    state += 0.25f * (in[y * kSide + x] - state);
    out[y * kSide + x] = state;
  }
}

__global__ void scan_hillis_steele(const float* in, float* out) {
  __shared__ float data[2][256];
  int from = 0;
  data[0][threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  for (int stride = 1; stride < 256; stride *= 2) {
    const float left = int(threadIdx.x) >= stride ? data[from][threadIdx.x - stride] : 0.0f;
    data[1 - from][threadIdx.x] = data[from][threadIdx.x] + left;
    from = 1 - from;
    __syncthreads();
  }
  out[blockIdx.x * 256 + threadIdx.x] = data[from][threadIdx.x];
}

__global__ void matrix_product(const float* a, const float* b, float* c) {
  __shared__ float tile_a[16][16], tile_b[16][16];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < kSide; first += 16) {
    tile_a[threadIdx.y][threadIdx.x] = a[y * kSide + first + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * kSide + x];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[y * kSide + x] = sum;
}

// From here on lanes of a warp take different ways.

__global__ void loop_by_lane(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k <= int(threadIdx.x % 4); ++k) sum += in[(i + 64 * k) % kCount];
  out[i] = sum;
}

__global__ void loop_with_continue(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    if ((threadIdx.x + k) % 3 == 0) continue;
    sum += in[(i + 64 * k) % kCount];
  }
  out[i] = sum;
}

__global__ void early_return(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 2 == 1) return;
  out[i] = in[i];
}

__global__ void by_switch(const float* in, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = 0;
  switch (threadIdx.x % 3) {
    case 0:
      value = in[i];
      break;
    case 1:
      value = 2 * in[(i + 32) % kCount];
      break;
    default:
      value = in[(i + 64) % kCount] + in[(i + 96) % kCount];
  }
  out[i] = value;
}

struct Triple {
  float x, y, z;
};

}  // namespace

int main() {
  std::vector<float> pixels(4 * kCount + 64);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = float(i % 251) / 251;
  kit::DeviceBuffer<float> in(pixels.data(), pixels.size()), out(pixels.data(), pixels.size());
  std::vector<float> taps(49, 1.0f / 49);
  kit::DeviceBuffer<float> filter(taps.data(), taps.size());
  KIT_CHECK(cudaMemcpyToSymbol(weights, taps.data(), 49 * sizeof(float)));
  std::vector<unsigned> zeros(256);
  kit::DeviceBuffer<unsigned> bins(zeros.data(), zeros.size());
  kit::DeviceBuffer<float> workspace(pixels.data(), 2 * kCount);

  const auto clamp = kit::Border::clamp;
  for (const dim3 block : {dim3(32, 8), dim3(8, 8), dim3(16, 16)}) {
    lab02::convolve(in.data(), out.data(), kSide, kSide, filter.data(), 3, clamp, block, nullptr);
  }
  lab02::convolve(in.data(), out.data(), kSide, kSide, filter.data(), 5, clamp, dim3(32, 8),
                  nullptr);
  lab02::convolve(in.data(), out.data(), kSide, kSide, filter.data(), 7, kit::Border::zero,
                  dim3(32, 8), nullptr);
  lab02::sobel_magnitude(in.data(), out.data(), kSide, kSide, filter.data(), filter.data() + 9,
                         workspace.data(), clamp, dim3(32, 8), nullptr);

  const dim3 tiles(kSide / kTile, kSide / kTile), tile(kTile, 8);
  transpose_naive<<<dim3(kSide / 32, kSide / 8), tile>>>(in.data(), out.data());
  transpose_tiled<0><<<tiles, tile>>>(in.data(), out.data());
  transpose_tiled<1><<<tiles, tile>>>(in.data(), out.data());
  copy<float><<<kCount / 256, 256>>>(in.data(), out.data());
  copy<float2><<<kCount / 256, 256>>>(reinterpret_cast<float2*>(in.data()),
                                      reinterpret_cast<float2*>(out.data()));
  copy<float4><<<kCount / 256, 256>>>(reinterpret_cast<float4*>(in.data()),
                                      reinterpret_cast<float4*>(out.data()));
  copy<Triple><<<kCount / 256, 256>>>(reinterpret_cast<Triple*>(in.data()),
                                      reinterpret_cast<Triple*>(out.data()));
  copy<unsigned char><<<kCount / 256, 256>>>(reinterpret_cast<unsigned char*>(in.data()),
                                             reinterpret_cast<unsigned char*>(out.data()));
  copy<uchar4><<<kCount / 256, 256>>>(reinterpret_cast<uchar4*>(in.data()),
                                      reinterpret_cast<uchar4*>(out.data()));
  copy_strided<2, 0><<<kCount / 256, 256>>>(in.data(), out.data());
  copy_strided<4, 0><<<kCount / 256, 256>>>(in.data(), out.data());
  copy_strided<1, 1><<<kCount / 256, 256>>>(in.data(), out.data());
  broadcast<<<kCount / 256, 256>>>(in.data(), out.data());
  sum_by_shuffle<<<kCount / 256, 256>>>(in.data(), out.data());
  sum_in_shared<<<kCount / 256, 256>>>(in.data(), out.data());
  histogram<<<kCount / 256, 256>>>(reinterpret_cast<unsigned char*>(in.data()), bins.data());
  const dim3 blocks(kSide / 32, kSide / 8), block(32, 8);
  convolve_tiled<3><<<blocks, block>>>(in.data(), out.data());
  convolve_tiled<5><<<blocks, block>>>(in.data(), out.data());
  convolve_tiled<7><<<blocks, block>>>(in.data(), out.data());
  pass<false><<<blocks, block>>>(in.data(), out.data());
  pass<true><<<blocks, block>>>(in.data(), out.data());
  recursion_by_rows<<<kSide / 64, 64>>>(in.data(), out.data());
  scan_hillis_steele<<<kCount / 256, 256>>>(in.data(), out.data());
  matrix_product<<<dim3(kSide / 16, kSide / 16), dim3(16, 16)>>>(in.data(), in.data() + kCount,
                                                                 out.data());
  loop_by_lane<<<kCount / 256, 256>>>(in.data(), out.data());
  loop_with_continue<<<kCount / 256, 256>>>(in.data(), out.data());
  early_return<<<kCount / 256, 256>>>(in.data(), out.data());
  by_switch<<<kCount / 256, 256>>>(in.data(), out.data());
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaDeviceSynchronize());
  launches::of_memory();
  launches::of_shared();
  launches::of_wide();
  launches::of_warps();
  launches::of_atomics();
  launches::of_filters();
  launches::of_divergent();
  if (kit_sim_take_observations != nullptr) std::puts(kit_sim_take_observations());
  return launches::failures == 0 ? 0 : 1;
}
