/// @file
/// Launches for tests/hardware/compare_counts: words of 4 bytes and less in shared memory, with
/// bank conflicts of many kinds, tiles, windows and copies that go there by themselves.
// A header of CUDA's has a name that hides another.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#include <cuda_pipeline.h>
#pragma GCC diagnostic pop

#include "launches.cuh"

using launches::as, launches::check, launches::value;

namespace {

constexpr int kCount = 1 << 15;

// Lane by lane `Stride` words apart: as many lanes share a bank as Stride and 32 have in common.
template <int Stride>
__global__ void words_apart(const float* in, float* out) {
  __shared__ float words[256 * Stride];
  const int t = threadIdx.x, first = blockIdx.x * 256;
  words[t * Stride] = in[first + t];
  __syncthreads();
  out[first + t] = words[(255 - t) * Stride];
}

template <typename T>
__global__ void turn_block(const T* in, T* out) {
  __shared__ T block[256];
  const int t = threadIdx.x, first = blockIdx.x * 256;
  block[t] = in[first + t];
  __syncthreads();
  out[first + t] = block[255 - t];
}

// Bytes of one word come in one pass, those of different words of a bank do not.
template <int Stride>
__global__ void bytes_apart(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char bytes[128 * Stride];
  const int t = threadIdx.x, first = blockIdx.x * 128;
  bytes[t * Stride] = in[first + t];
  __syncthreads();
  out[first + t] = bytes[(t ^ 5) * Stride];
}

__global__ void same_for_all(const float* in, float* out) {
  __shared__ float words[128];
  const int t = threadIdx.x, first = blockIdx.x * 128;
  words[t] = in[first + t];
  __syncthreads();
  const int warp = t / 32;
  out[first + t] = words[warp] + words[t / 2 + 3] + words[t % 4 * 32 + warp];
}

// The rows of a tile by its columns, in blocks of two shapes.
template <int Side, int Padding>
__global__ void read_columns(const float* in, float* out) {
  __shared__ float tile[Side][Side + Padding];
  const int x = threadIdx.x, y = threadIdx.y, first = blockIdx.x * Side * Side;
  tile[y][x] = in[first + y * Side + x];
  __syncthreads();
  out[first + y * Side + x] = tile[x][y];
}

__global__ void transpose_bytes(const unsigned char* in, unsigned char* out, int side) {
  __shared__ unsigned char tile[32][33];
  const int x = blockIdx.x * 32, y = blockIdx.y * 32;
  for (int j = threadIdx.y; j < 32; j += 8)
    tile[j][threadIdx.x] = in[(y + j) * side + x + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    out[(x + j) * side + y + threadIdx.x] = tile[threadIdx.x][j];
}

// A diagonal order instead of padding.
__global__ void transpose_swizzled(const float* in, float* out, int side) {
  __shared__ float tile[32][32];
  const int lane = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
  for (int j = threadIdx.y; j < 32; j += 4) tile[j][lane ^ j] = in[(y + j) * side + x + lane];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 4) out[(x + j) * side + y + lane] = tile[lane][j ^ lane];
}

// Sum of a window in dynamic shared memory, the halo fetched by the first lanes of a warp.
__global__ void window_sum(const float* in, float* out, int radius) {
  extern __shared__ float window[];
  const int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
  for (int i = t; i < size + 2 * radius; i += size) window[i] = in[first + i];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 2 * radius; ++k) sum += window[t + k];
  out[first + t] = sum;
}

// A block of 24 x 5 threads with a row of padding: warps reach over rows.
__global__ void stencil_odd_block(const float* in, float* out, int pitch) {
  __shared__ float tile[5][25];
  const int x = blockIdx.x * 24 + threadIdx.x, y = blockIdx.y * 5 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * pitch + x];
  __syncthreads();
  const int left = max(int(threadIdx.x) - 1, 0), up = max(int(threadIdx.y) - 1, 0);
  out[y * pitch + x] =
      2 * tile[threadIdx.y][threadIdx.x] - tile[threadIdx.y][left] - tile[up][threadIdx.x];
}

// Blelloch's scan of 512 numbers by 256 threads: conflicts of two to thirty-two ways, or few if a
// word is left out behind each 2^shift. nvcc would read pairs at once if it knew the shift.
__global__ void scan_blelloch(const int* in, int* out, int shift) {
  __shared__ int data[512 + 16];
  const int t = threadIdx.x, first = blockIdx.x * 512;
  const auto at = [=](int i) { return i + (i >> shift); };
  data[at(t)] = in[first + t];
  data[at(t + 256)] = in[first + t + 256];
  int offset = 1;
  for (int active = 256; active > 0; active /= 2, offset *= 2) {
    __syncthreads();
    if (t < active) data[at(offset * (2 * t + 2) - 1)] += data[at(offset * (2 * t + 1) - 1)];
  }
  if (t == 0) data[at(511)] = 0;
  for (int active = 1; active < 512; active *= 2) {
    offset /= 2;
    __syncthreads();
    if (t < active) {
      const int left = at(offset * (2 * t + 1) - 1);
      const int right = at(offset * (2 * t + 2) - 1);
      const int old = data[left], moved = data[right];
      data[left] = moved;
      data[right] = moved + old;
    }
  }
  __syncthreads();
  out[first + t] = data[at(t)];
  out[first + t + 256] = data[at(t + 256)];
}

// The card copies without a register between; T is what one copy moves.
template <typename T>
__global__ void copy_asynchronous(const T* in, T* out) {
  __shared__ T tile[2][128];
  const int t = threadIdx.x, first = blockIdx.x * 256;
  for (int k = 0; k < 2; ++k)
    __pipeline_memcpy_async(&tile[k][t], &in[first + k * 128 + t], sizeof(T));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int k = 0; k < 2; ++k) out[first + k * 128 + t] = tile[k][127 - t];
}

template <int Stride>
void apart(const char* name, kit::DeviceBuffer<float>& in, kit::DeviceBuffer<float>& out) {
  words_apart<Stride><<<32, 256>>>(in.data(), out.data());
  check(name, out, 32 * 256, [](std::size_t i) { return value(i ^ 255); });
}

using Bytes = kit::DeviceBuffer<unsigned char>;
template <int Stride>
void far_bytes(const char* name, Bytes& in, Bytes& out) {
  bytes_apart<Stride><<<64, 128>>>(in.data(), out.data());
  check(name, out, 64 * 128, [](std::size_t i) { return value(i ^ 5); });
}

template <typename T>
void turned(const char* name) {
  auto in = launches::values<T>(kCount);
  auto out = launches::zeros<T>(kCount);
  turn_block<T><<<kCount / 256, 256>>>(in.data(), out.data());
  check(name, out, kCount, [](std::size_t i) { return value(i ^ 255); });
}

template <typename T>
void copied(const char* name) {
  constexpr std::size_t parts = sizeof(T) / sizeof(float);
  auto in = launches::values<float>(parts * kCount);
  auto out = launches::zeros<float>(parts * kCount);
  copy_asynchronous<T><<<kCount / 256, 128>>>(as<T>(in), as<T>(out));
  check(name, out, out.size(),
        [=](std::size_t i) { return value((i / parts ^ 127) * parts + i % parts); });
}

void scanned(const char* name, int shift) {
  auto in = launches::values<int>(32 * 512);
  auto out = launches::zeros<int>(32 * 512);
  scan_blelloch<<<32, 256>>>(in.data(), out.data(), shift);
  std::vector<int> sums(32 * 512);
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] = i % 512 == 0 ? 0 : sums[i - 1] + value(i - 1);
  check(name, out, sums.size(), [&](std::size_t i) { return sums[i]; });
}

}  // namespace

void launches::of_shared() {
  auto in = values<float>(kCount + 64);
  auto out = zeros<float>(kCount);
  apart<2>("words_apart<2>", in, out);
  apart<4>("words_apart<4>", in, out);
  apart<8>("words_apart<8>", in, out);
  apart<16>("words_apart<16>", in, out);
  apart<32>("words_apart<32>", in, out);
  apart<33>("words_apart<33>", in, out);
  apart<12>("words_apart<12>", in, out);
  turned<unsigned char>("turn_block<unsigned char>");
  turned<half>("turn_block<half>");
  turned<unsigned short>("turn_block<unsigned short>");
  auto bytes = values<unsigned char>(128 * 128);
  auto bytes_out = zeros<unsigned char>(128 * 128);
  far_bytes<3>("bytes_apart<3>", bytes, bytes_out);
  far_bytes<8>("bytes_apart<8>", bytes, bytes_out);
  far_bytes<33>("bytes_apart<33>", bytes, bytes_out);
  same_for_all<<<kCount / 128, 128>>>(in.data(), out.data());
  check("same_for_all", out, kCount, [](std::size_t i) {
    const std::size_t first = i / 128 * 128, t = i % 128, warp = t / 32;
    return value(first + warp) + value(first + t / 2 + 3) + value(first + t % 4 * 32 + warp);
  });
  read_columns<16, 0><<<64, dim3(16, 16)>>>(in.data(), out.data());
  check("read_columns<16, 0>", out, 64 * 256,
        [](std::size_t i) { return value(i / 256 * 256 + i % 16 * 16 + i / 16 % 16); });
  read_columns<16, 1><<<64, dim3(16, 16)>>>(in.data(), out.data());
  check("read_columns<16, 1>", out, 64 * 256,
        [](std::size_t i) { return value(i / 256 * 256 + i % 16 * 16 + i / 16 % 16); });
  read_columns<8, 0><<<128, dim3(8, 8)>>>(in.data(), out.data());
  check("read_columns<8, 0>", out, 128 * 64,
        [](std::size_t i) { return value(i / 64 * 64 + i % 8 * 8 + i / 8 % 8); });
  transpose_bytes<<<dim3(4, 4), dim3(32, 8)>>>(bytes.data(), bytes_out.data(), 128);
  check("transpose_bytes", bytes_out, 128 * 128,
        [](std::size_t i) { return value(i % 128 * 128 + i / 128); });
  transpose_swizzled<<<dim3(5, 5), dim3(32, 4)>>>(in.data(), out.data(), 160);
  check("transpose_swizzled", out, 160 * 160,
        [](std::size_t i) { return value(i % 160 * 160 + i / 160); });
  for (const int radius : {3, 16}) {
    const int size = radius == 3 ? 96 : 128;
    window_sum<<<100, size, (size + 2 * radius) * sizeof(float)>>>(in.data(), out.data(), radius);
    check("window_sum", out, std::size_t(100 * size), [=](std::size_t i) {
      int sum = 0;
      for (int k = 0; k <= 2 * radius; ++k) sum += value(i + std::size_t(k));
      return sum;
    });
  }
  stencil_odd_block<<<dim3(7, 30), dim3(24, 5)>>>(in.data(), out.data(), 171);
  check("stencil_odd_block", out, 171 * 150, [](std::size_t i) {
    const std::size_t x = i % 171, y = i / 171;
    if (x >= 168) return 0;
    return 2 * value(i) - value(x % 24 > 0 ? i - 1 : i) - value(y % 5 > 0 ? i - 171 : i);
  });
  scanned("scan_blelloch", 31);
  scanned("scan_blelloch, padded", 5);
  copied<float>("copy_asynchronous<float>");
  copied<float2>("copy_asynchronous<float2>");
  copied<float4>("copy_asynchronous<float4>");
}
