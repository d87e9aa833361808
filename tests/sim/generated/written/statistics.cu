// Sums, means and extremes by hand; `// may: kind` marks the lines that a finding may name.
// races: varianceReusedTooEarly
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>

namespace {

constexpr int kThreads = 128, kBlocks = 3, kCount = kThreads * kBlocks;

// Sums up over the block; `guarded`: a second call waits until the first one's result was read.
template <bool guarded>
__device__ float blockSum(float value) {
  __shared__ float partial[kThreads / 32];
  for (int lanes = 16; lanes > 0; lanes >>= 1) value += __shfl_xor_sync(~0u, value, lanes);
  if (guarded) __syncthreads();
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = value;  // may: shared_race
  __syncthreads();
  float sum = 0;
  for (float part : partial) sum += part;  // may: shared_race
  return sum;
}

__global__ void varianceReusedTooEarly(const float* values, float* result) {
  const float value = values[blockIdx.x * kThreads + threadIdx.x];
  const float mean = blockSum<false>(value) / kThreads;
  const float squares = blockSum<false>((value - mean) * (value - mean));
  if (threadIdx.x == 0) result[blockIdx.x] = squares;
}

__global__ void variance(const float* values, float* result) {
  const float value = values[blockIdx.x * kThreads + threadIdx.x];
  const float mean = blockSum<true>(value) / kThreads;
  const float squares = blockSum<true>((value - mean) * (value - mean));
  if (threadIdx.x == 0) result[blockIdx.x] = squares;
}

// The mean is stored by the last thread and used by all.
__global__ void centreTooEarly(const float* values, float* result) {
  __shared__ float mean;
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (threadIdx.x == kThreads - 1) {
    float sum = 0;
    for (int k = 0; k < kThreads; ++k) sum += values[blockIdx.x * kThreads + k];
    mean = sum / kThreads;  // may: shared_race
  }
  result[i] = values[i] - mean;  // may: shared_race uninitialised_read
}

// The upper half of the warp is no part of the barrier that stands before its elements are read.
__global__ void foldWithHalfMask(const float* values, float* result) {
  __shared__ float lanes[32];
  const int lane = threadIdx.x;
  lanes[lane] = values[lane];  // may: shared_race
  if (lane < 16) {
    __syncwarp(0x0000ffff);
    result[lane] = lanes[lane] + lanes[lane + 16];  // may: shared_race
  }
}

// Each half of a warp exchanges its own elements, with a barrier of its own.
__global__ void foldHalves(const float* values, float* result) {
  __shared__ float lanes[32];
  const int lane = threadIdx.x;
  lanes[lane] = values[lane];
  const unsigned half = lane < 16 ? 0x0000ffffu : 0xffff0000u;
  __syncwarp(half);
  result[lane] = lanes[lane] + lanes[lane ^ 8];
}

// Value and place in one word of 64 bits.
__global__ void argumentOfMaximum(const float* values, unsigned long long* best) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  const unsigned long long key = (unsigned long long)(values[i] * 1000) << 32 | i;
  atomicMax(best, key);
}

// The value is raised by an atomic; its place is stored by whoever thinks that it won.
__global__ void argumentInTwoWords(const float* values, int* best, int* place) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int key = int(values[i] * 1000);
  if (atomicMax(best, key) < key) *place = i;  // may: global_race
}

__global__ void dotProduct(const float* values, float* result) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const float sum = blockSum<true>(values[i] * values[kCount - 1 - i]);
  if (threadIdx.x == 0) atomicAdd(result, sum);
}

bool near(double a, double b) {
  return std::fabs(a - b) <= 1e-3 * (1 + std::fabs(b));
}

bool isVariance(const float* values, const float* result) {
  for (int b = 0; b < kBlocks; ++b) {
    double mean = 0, squares = 0;
    for (int i = 0; i < kThreads; ++i) mean += values[b * kThreads + i] / kThreads;
    for (int i = 0; i < kThreads; ++i) squares += std::pow(values[b * kThreads + i] - mean, 2);
    if (!near(result[b], squares)) return false;
  }
  return true;
}

bool isFold(const float* values, const float* result) {
  for (int i = 0; i < 32; ++i) {
    if (result[i] != values[i] + values[i ^ 8]) return false;
  }
  return true;
}

bool isDot(const float* values, const float* result) {
  double sum = 0;
  for (int i = 0; i < kCount; ++i) sum += double(values[i]) * values[kCount - 1 - i];
  return near(*result, sum);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto is = [&](const char* name) { return std::strcmp(argv[1], name) == 0; };
  float *values = nullptr, *result = nullptr;
  unsigned long long* best = nullptr;
  int* words = nullptr;
  cudaMallocManaged(&values, kCount * sizeof(float));
  cudaMallocManaged(&result, kCount * sizeof(float));
  cudaMallocManaged(&best, sizeof *best);
  cudaMallocManaged(&words, 2 * sizeof(int));
  for (int i = 0; i < kCount; ++i) {
    values[i] = float(i * 37 % 200) / 8;
    result[i] = 0;
  }
  values[201] = 99;
  *best = 0;
  words[0] = words[1] = 0;
  if (is("varianceReusedTooEarly")) varianceReusedTooEarly<<<kBlocks, kThreads>>>(values, result);
  if (is("variance")) variance<<<kBlocks, kThreads>>>(values, result);
  if (is("centreTooEarly")) centreTooEarly<<<kBlocks, kThreads>>>(values, result);
  if (is("foldWithHalfMask")) foldWithHalfMask<<<1, 32>>>(values, result);
  if (is("foldHalves")) foldHalves<<<1, 32>>>(values, result);
  if (is("argumentOfMaximum")) argumentOfMaximum<<<kBlocks, kThreads>>>(values, best);
  if (is("argumentInTwoWords")) argumentInTwoWords<<<kBlocks, kThreads>>>(values, words, words + 1);
  if (is("dotProduct")) dotProduct<<<kBlocks, kThreads>>>(values, result);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  bool right = true;
  if (is("variance")) right = isVariance(values, result);
  if (is("foldHalves")) right = isFold(values, result);
  if (is("argumentOfMaximum")) right = *best == (99000ull << 32 | 201);
  if (is("dotProduct")) right = isDot(values, result);
  std::printf("%s: %s\n", argv[1], right ? "right" : "wrong");
  cudaFree(values);
  cudaFree(result);
  cudaFree(best);
  cudaFree(words);
  return right ? 0 : 1;
}
