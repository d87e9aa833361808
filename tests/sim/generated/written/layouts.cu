// Where values lie in memory, by hand; `// may: kind` marks the lines that a finding may name.
// races: threeArraysOverlap filterOverTimeGaps
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

namespace {

constexpr int kThreads = 64, kBlocks = 2, kCount = kThreads * kBlocks;

struct Packed {
  unsigned left : 12, right : 20;
};
struct Apart {
  unsigned char left, right;
};

__constant__ float kTaps[4] = {1, 2, 3, 4};

// Two bit-fields beside each other are one place of memory: each store keeps the other's old bits.
__global__ void bitFields(Packed* p) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  if (i % 2 == 0) {
    p[i / 2].left = i + 1;  // may: global_race
  } else {
    p[i / 2].right = i + 1;  // may: global_race
  }
}

__global__ void bytesApart(Apart* p) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  if (i % 2 == 0) {
    p[i / 2].left = (unsigned char)(i + 1);
  } else {
    p[i / 2].right = (unsigned char)(i + 1);
  }
}

// Bytes, shorts and floats in one piece of memory; `shorts` counts where the bytes end.
__device__ void threeArrays(const float* in, float* out, int shorts, int floats) {
  extern __shared__ __align__(8) unsigned char memory[];
  unsigned char* a = memory;
  short* b = reinterpret_cast<short*>(memory + shorts);
  float* c = reinterpret_cast<float*>(memory + floats);
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  a[t] = (unsigned char)(t);  // may: shared_race
  b[t] = short(2 * t);        // may: shared_race
  c[t] = in[i];               // may: shared_race
  __syncthreads();
  const int u = kThreads - 1 - t;
  out[i] = c[u] + b[u] + a[u];
}

__global__ void threeArraysApart(const float* in, float* out) {
  threeArrays(in, out, kThreads, 3 * kThreads);
}

// The floats are laid over the second half of the shorts.
__global__ void threeArraysOverlap(const float* in, float* out) {
  threeArrays(in, out, kThreads, 2 * kThreads);
}

// Pointers to two rows are swapped by every thread after each step.
__global__ void swappedPointers(const float* in, float* out) {
  __shared__ float rows[2][kThreads];
  float *from = rows[0], *to = rows[1];
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  from[t] = in[i];
  for (int step = 0; step < 3; ++step) {
    __syncthreads();
    to[t] = from[t] + from[(t + 1) % kThreads];
    float* const kept = from;
    from = to;
    to = kept;
  }
  out[i] = from[t];
}

// Threads whose element is large forget to swap once.
__global__ void swappedBySome(const float* in, float* out) {
  __shared__ float rows[2][kThreads];
  float *from = rows[0], *to = rows[1];
  const int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  from[t] = in[i];
  to[t] = 0;
  for (int step = 0; step < 3; ++step) {
    __syncthreads();
    to[t] = from[t] + from[(t + 1) % kThreads];  // may: shared_race
    if (step == 1 && in[i] > 20) continue;
    float* const kept = from;
    from = to;
    to = kept;
  }
  out[i] = from[t];
}

// A filter over time keeps the last 4 rows in a ring; a barrier is needed before a place is used
// again.
template <int period>
__device__ void ringOfRows(const float* in, float* out) {
  __shared__ float ring[4][kThreads];
  const int t = threadIdx.x;
  for (int row = 0; row < 8; ++row) {
    if (row % period == 0) __syncthreads();
    ring[row % 4][t] = in[row * kThreads + t];  // may: shared_race
    if (row % period == 0) __syncthreads();
    if (period > 1 && row % period != 0 && row != 6) __syncthreads();
    float sum = 0;
    for (int k = 0; k < 4; ++k) {
      if (row >= k) sum += kTaps[k] * ring[(row - k) % 4][kThreads - 1 - t];  // may: shared_race
    }
    if (blockIdx.x == 0) out[row * kThreads + t] = sum;
  }
}

__global__ void filterOverTime(const float* in, float* out) {
  ringOfRows<1>(in, out);
}

__global__ void filterOverTimeGaps(const float* in, float* out) {
  ringOfRows<5>(in, out);
}

float tap(const float* in, int row, int t) {
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    if (row >= k) sum += float(k + 1) * in[(row - k) * kThreads + kThreads - 1 - t];
  }
  return sum;
}

bool isRight(const char* name, const float* in, const float* out) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(out);
  for (int i = 0; i < kCount; ++i) {
    const int t = i % kThreads, u = kThreads - 1 - t, first = i - t;
    float wanted = out[i];
    if (std::strcmp(name, "threeArraysApart") == 0) wanted = in[first + u] + float(3 * u);
    if (std::strcmp(name, "swappedPointers") == 0) {
      const auto at = [&](int k) { return in[first + (t + k) % kThreads]; };
      wanted = at(0) + 3 * at(1) + 3 * at(2) + at(3);
    }
    if (std::strcmp(name, "bytesApart") == 0 && bytes[i] != i + 1) return false;
    if (out[i] != wanted) return false;
  }
  if (std::strcmp(name, "filterOverTime") != 0) return true;
  for (int i = 0; i < 8 * kThreads; ++i) {
    if (out[i] != tap(in, i / kThreads, i % kThreads)) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto is = [&](const char* name) { return std::strcmp(argv[1], name) == 0; };
  float *in = nullptr, *out = nullptr;
  cudaMallocManaged(&in, 8 * kThreads * sizeof(float));
  cudaMallocManaged(&out, 8 * kThreads * sizeof(float));
  for (int i = 0; i < 8 * kThreads; ++i) {
    in[i] = float(i * 11 % 41);
    out[i] = 0;
  }
  constexpr int kBytes = 7 * kThreads;
  if (is("bitFields")) bitFields<<<kBlocks, kThreads>>>(reinterpret_cast<Packed*>(out));
  if (is("bytesApart")) bytesApart<<<kBlocks, kThreads>>>(reinterpret_cast<Apart*>(out));
  if (is("threeArraysApart")) threeArraysApart<<<kBlocks, kThreads, kBytes>>>(in, out);
  if (is("threeArraysOverlap")) threeArraysOverlap<<<kBlocks, kThreads, kBytes>>>(in, out);
  if (is("swappedPointers")) swappedPointers<<<kBlocks, kThreads>>>(in, out);
  if (is("swappedBySome")) swappedBySome<<<kBlocks, kThreads>>>(in, out);
  if (is("filterOverTime")) filterOverTime<<<kBlocks, kThreads>>>(in, out);
  if (is("filterOverTimeGaps")) filterOverTimeGaps<<<kBlocks, kThreads>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  const bool right = isRight(argv[1], in, out);
  std::printf("%s: %s\n", argv[1], right ? "right" : "wrong");
  cudaFree(in);
  cudaFree(out);
  return right ? 0 : 1;
}
