// Global memory: 32 lanes make a request; it moves as many sectors of 32 bytes as they touch.
#include "counts.hpp"

constexpr int kCount = 1024, kWarps = kCount / 32;

struct Pixel {  // no alignment beyond that of a float, so a GPU moves it float by float
  float r, g, b, a;
};

template <typename T>
__global__ void copy(const T* in, T* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

__global__ void read_at(const float* in, float* out, int stride, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[stride * i + offset];
}

__global__ void transpose(const float* in, float* out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * width + y] = in[y * width + x];
}

__global__ void first(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

__global__ void count(int* bins) {
  atomicAdd(&bins[threadIdx.x % 8], 1);
}

template <typename T>
Launch copied() {
  auto in = zeros<T>(kCount), out = zeros<T>(kCount);
  copy<<<kCount / 256, 256>>>(in.data(), out.data());
  return TAKE_LAUNCH();
}

Launch read_with(int stride, int offset) {
  auto in = zeros<float>(kCount * 2 + 1), out = zeros<float>(kCount);
  read_at<<<kCount / 256, 256>>>(in.data(), out.data(), stride, offset);
  return TAKE_LAUNCH();
}

void expect_both(const Launch& launch, long requests, long sectors, long bytes) {
  EXPECT_COUNT(launch, "global_load_requests", requests);
  EXPECT_COUNT(launch, "global_load_sectors", sectors);
  EXPECT_COUNT(launch, "global_load_bytes", bytes);
  EXPECT_COUNT(launch, "global_store_requests", requests);
  EXPECT_COUNT(launch, "global_store_sectors", sectors);
  EXPECT_COUNT(launch, "global_store_bytes", bytes);
}

int main() {
  // 32 floats side by side are 128 bytes: 4 sectors.
  const Launch floats = copied<float>();
  expect_both(floats, kWarps, kWarps * 4, kCount * 4);
  EXPECT_COUNT(floats, "unique_load_sectors", kCount * 4 / 32);
  EXPECT_COUNT(floats, "unique_store_sectors", kCount * 4 / 32);
  EXPECT_COUNT(floats, "divergent_branches", 0);
  expect_both(copied<unsigned char>(), kWarps, kWarps, kCount);         // 32 bytes
  expect_both(copied<uchar4>(), kWarps, kWarps * 4, kCount * 4);        // 128 bytes
  expect_both(copied<double>(), kWarps, kWarps * 8, kCount * 8);        // 256 bytes
  expect_both(copied<float4>(), kWarps, kWarps * 16, kCount * 16);      // 512 bytes, one request
  expect_both(copied<float3>(), kWarps * 3, kWarps * 36, kCount * 12);  // x, y, z: 12 of 384 bytes
  expect_both(copied<Pixel>(), kWarps * 4, kWarps * 64, kCount * 16);   // r, g, b, a: 16 of 512

  // Every second float: the 32 lanes reach over 256 bytes.
  const Launch strided = read_with(2, 0);
  EXPECT_COUNT(strided, "global_load_requests", kWarps);
  EXPECT_COUNT(strided, "global_load_sectors", kWarps * 8);
  EXPECT_COUNT(strided, "unique_load_sectors", kCount * 8 / 32);

  // One float off: bytes 4 to 132 of each 128 lie in 5 sectors; neighbouring warps share one.
  const Launch shifted = read_with(1, 1);
  EXPECT_COUNT(shifted, "global_load_requests", kWarps);
  EXPECT_COUNT(shifted, "global_load_sectors", kWarps * 5);
  EXPECT_COUNT(shifted, "unique_load_sectors", kCount * 4 / 32 + 1);

  // All lanes read one float.
  EXPECT_COUNT(read_with(0, 0), "global_load_sectors", kWarps);

  // Stores down a column: each lane in a row, and so in a sector, of its own.
  constexpr int kWidth = 64;
  auto in = zeros<float>(kWidth * kWidth), out = zeros<float>(kWidth * kWidth);
  transpose<<<dim3(2, 8), dim3(32, 8)>>>(in.data(), out.data(), kWidth);
  const Launch transposed = TAKE_LAUNCH();
  EXPECT_COUNT(transposed, "global_load_sectors", kWidth * kWidth / 32 * 4);
  EXPECT_COUNT(transposed, "global_store_requests", kWidth * kWidth / 32);
  EXPECT_COUNT(transposed, "global_store_sectors", kWidth * kWidth / 32 * 32);
  EXPECT_COUNT(transposed, "unique_store_sectors", kWidth * kWidth * 4 / 32);

  // 90 of 128 threads work: two full warps, 26 lanes of a third (104 bytes: 4 sectors), no fourth.
  first<<<2, 64>>>(in.data(), out.data(), 90);
  const Launch partly = TAKE_LAUNCH();
  EXPECT_COUNT(partly, "blocks", 2);
  EXPECT_COUNT(partly, "threads", 128);
  EXPECT_COUNT(partly, "working_threads", 90);
  EXPECT_COUNT(partly, "warps", 4);
  EXPECT_COUNT(partly, "working_warps", 3);
  EXPECT_COUNT(partly, "global_load_requests", 3);
  EXPECT_COUNT(partly, "global_load_sectors", 12);
  EXPECT_COUNT(partly, "global_load_bytes", 360);

  // A short last warp still is one: 48 threads make two.
  first<<<3, 48>>>(in.data(), out.data(), 144);
  const Launch odd = TAKE_LAUNCH();
  EXPECT_COUNT(odd, "threads", 144);
  EXPECT_COUNT(odd, "warps", 6);
  EXPECT_COUNT(odd, "working_warps", 6);

  // An atomic is a request of its own kind; eight integers are one sector, and four lanes take
  // turns at each.
  auto bins = zeros<int>(8);
  count<<<1, 64>>>(bins.data());
  const Launch counted = TAKE_LAUNCH();
  EXPECT_COUNT(counted, "global_atomic_requests", 2);
  EXPECT_COUNT(counted, "global_atomic_sectors", 2 * 4);
  EXPECT_COUNT(counted, "global_load_requests", 0);
  EXPECT_COUNT(counted, "global_store_requests", 0);
  return finish();
}
