// Shared memory: 32 banks of 4 bytes. A request takes as many wavefronts as its busiest bank has
// different words to give.
#include "counts.hpp"

constexpr int kSide = 32;

template <int pitch>
__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[kSide][pitch];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * kSide + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * kSide + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

template <typename T>
__global__ void through_shared(const T* in, T* out, int stride) {
  extern __shared__ float4 memory[];
  T* values = reinterpret_cast<T*>(memory);
  values[threadIdx.x * stride] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x * stride];
}

// Which value a lane reads.
struct ByPairs {
  static __device__ int of(int lane) { return lane / 2; }
};
struct ByFours {
  static __device__ int of(int lane) { return lane / 4; }
};
struct Crossed {  // lanes 0 and 2 the same, and 1 and 3
  static __device__ int of(int lane) { return lane / 4 * 2 + lane % 2; }
};
struct HalvesAlike {
  static __device__ int of(int lane) { return lane % 16; }
};
struct Same {
  static __device__ int of(int) { return 5; }
};

template <typename T, typename Value>
__global__ void read_alike(T* out) {
  __shared__ T values[32];
  values[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = values[Value::of(int(threadIdx.x))];
}

__global__ void broadcast(float* out) {
  __shared__ float value;
  if (threadIdx.x == 0) value = 1;
  __syncthreads();
  out[threadIdx.x] = value;
}

__global__ void count(int* out) {
  __shared__ int bins[4];
  if (threadIdx.x < 4) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 4], 1);
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = bins[threadIdx.x];
}

template <int pitch>
Launch transposed() {
  auto in = zeros<float>(kSide * kSide), out = zeros<float>(kSide * kSide);
  transpose<pitch><<<1, dim3(kSide, kSide)>>>(in.data(), out.data());
  return TAKE_LAUNCH();
}

template <typename T>
Launch moved(int stride) {
  auto in = zeros<T>(32), out = zeros<T>(32);
  through_shared<T><<<1, 32, 32 * stride * sizeof(T)>>>(in.data(), out.data(), stride);
  return TAKE_LAUNCH();
}

template <typename T, typename Value>
void expect_reads(long wavefronts) {
  auto out = zeros<T>(32);
  read_alike<T, Value><<<1, 32>>>(out.data());
  EXPECT_COUNT(TAKE_LAUNCH(), "shared_load_wavefronts", wavefronts);
}

void expect_both(const Launch& launch, long wavefronts, long ideal) {
  EXPECT_COUNT(launch, "shared_load_requests", 1);
  EXPECT_COUNT(launch, "shared_load_wavefronts", wavefronts);
  EXPECT_COUNT(launch, "shared_load_ideal", ideal);
  EXPECT_COUNT(launch, "shared_store_requests", 1);
  EXPECT_COUNT(launch, "shared_store_wavefronts", wavefronts);
  EXPECT_COUNT(launch, "shared_store_ideal", ideal);
}

int main() {
  // Rows of 32 floats: a column lies in one bank, so each of 32 warps reads 32 times.
  const Launch unpadded = transposed<kSide>();
  EXPECT_COUNT(unpadded, "shared_store_requests", 32);
  EXPECT_COUNT(unpadded, "shared_store_wavefronts", 32);
  EXPECT_COUNT(unpadded, "shared_load_requests", 32);
  EXPECT_COUNT(unpadded, "shared_load_wavefronts", 32 * 32);
  EXPECT_COUNT(unpadded, "shared_load_ideal", 32);
  EXPECT_COUNT(unpadded, "barriers", 32);  // one, of 32 warps
  // Rows of 33: a column goes through all banks.
  const Launch padded = transposed<kSide + 1>();
  EXPECT_COUNT(padded, "shared_store_wavefronts", 32);
  EXPECT_COUNT(padded, "shared_load_wavefronts", 32);

  expect_both(moved<float>(1), 1, 1);
  expect_both(moved<float>(2), 2, 1);  // every second bank: two lanes at each
  expect_both(moved<float>(4), 4, 1);
  expect_both(moved<unsigned char>(1), 1, 1);  // four lanes share a word
  expect_both(moved<double>(1), 2, 2);         // 256 bytes: half a warp at a time
  expect_both(moved<float4>(1), 4, 4);         // 512 bytes: a quarter at a time

  // Where neighbours want the same, two parts of the warp go together.
  // tests/hardware/launches_wide.cu has these on a card.
  expect_reads<float2, Same>(1);
  expect_reads<float2, ByPairs>(1);
  expect_reads<double, Crossed>(1);
  expect_reads<double, HalvesAlike>(2);
  expect_reads<float4, Same>(2);
  expect_reads<float4, ByFours>(2);
  expect_reads<float4, Crossed>(2);
  expect_reads<float4, HalvesAlike>(4);

  // One word for all is one wavefront. The store is one lane of warp 0.
  auto out = zeros<float>(64);
  broadcast<<<1, 64>>>(out.data());
  const Launch one = TAKE_LAUNCH();
  EXPECT_COUNT(one, "shared_store_requests", 1);
  EXPECT_COUNT(one, "shared_load_requests", 2);
  EXPECT_COUNT(one, "shared_load_wavefronts", 2);
  EXPECT_COUNT(one, "barriers", 2);

  auto bins = zeros<int>(4);
  count<<<1, 64>>>(bins.data());
  const Launch counted = TAKE_LAUNCH();
  EXPECT_COUNT(counted, "shared_atomic_requests", 2);
  EXPECT_COUNT(counted, "barriers", 4);
  return finish();
}
