// Sparse matrices and graphs by hand; `// may: kind` marks the lines that a finding may name.
// races: gatherWithoutBarrier
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

namespace {

constexpr int kNodes = 192, kThreads = 64, kBlocks = kNodes / kThreads, kDegree = 3;

// Node v has edges to v + 1, v + 5 and v + 40, around.
__host__ __device__ int neighbour(int v, int k) {
  return (v + (k == 0 ? 1 : k == 1 ? 5 : 40)) % kNodes;
}

// A warp for each row: its lanes share the row's elements.
__global__ void rowsByWarps(const int* x, int* y) {
  const int row = (blockIdx.x * kThreads + threadIdx.x) / 32, lane = threadIdx.x % 32;
  for (int r = row; r < kNodes; r += kNodes / 32) {
    int sum = lane < kDegree ? (lane + 1) * x[neighbour(r, lane)] : 0;
    for (int lanes = 16; lanes > 0; lanes >>= 1) sum += __shfl_down_sync(~0u, sum, lanes);
    if (lane == 0) y[r] = sum;
  }
}

// A thread for each element, in order of its column: several belong to one row.
__global__ void elementsPlain(const int* x, int* y) {
  const int v = blockIdx.x * kThreads + threadIdx.x;
  for (int k = 0; k < kDegree; ++k) {
    int* target = y + neighbour(v, k);
    *target = *target + (k + 1) * x[v];  // may: global_race
  }
}

__global__ void elementsAtomic(const int* x, int* y) {
  const int v = blockIdx.x * kThreads + threadIdx.x;
  for (int k = 0; k < kDegree; ++k) atomicAdd(y + neighbour(v, k), (k + 1) * x[v]);
}

// Labels sink to the least of the neighbours', which may be sinking too.
__global__ void labelsInPlace(int* label) {
  const int v = blockIdx.x * kThreads + threadIdx.x;
  int least = label[v];
  for (int k = 0; k < kDegree; ++k) {
    const int other = label[neighbour(v, k)];  // may: global_race
    if (other < least) least = other;
  }
  if (least < label[v]) label[v] = least;  // may: global_race
}

__global__ void labelsTwoBuffers(const int* label, int* sunk) {
  const int v = blockIdx.x * kThreads + threadIdx.x;
  int least = label[v];
  for (int k = 0; k < kDegree; ++k) least = min(least, label[neighbour(v, k)]);
  sunk[v] = least;
}

// Trees are hooked together by compare-and-swap; parents are read by atomics as well.
__device__ int rootOf(int* parent, int v) {
  for (int up = atomicAdd(parent + v, 0); up != v; up = atomicAdd(parent + v, 0)) v = up;
  return v;
}

__global__ void unite(int* parent) {
  const int v = blockIdx.x * kThreads + threadIdx.x;
  int a = v, b = neighbour(v, 0);
  for (;;) {
    a = rootOf(parent, a);
    b = rootOf(parent, b);
    if (a == b) break;
    const int high = max(a, b), low = min(a, b);
    if (atomicCAS(parent + high, high, low) == high) break;
  }
}

// New nodes are gathered in the block's list, and one atomic makes room for all of them.
template <bool guarded>
__device__ void gather(const int* wanted, int* list, int* length) {
  __shared__ int block[kThreads], count, start;
  const int v = blockIdx.x * kThreads + threadIdx.x;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (wanted[v] % 3 == 0) block[atomicAdd(&count, 1)] = v;  // may: shared_race
  if (guarded) __syncthreads();
  if (threadIdx.x == 0) start = atomicAdd(length, count);  // may: shared_race
  __syncthreads();
  // A count that is too small leaves too little room: blocks meet in the list.
  if (int(threadIdx.x) < count) list[start + threadIdx.x] = block[threadIdx.x];  // may: global_race
}

__global__ void gatherNodes(const int* wanted, int* list, int* length) {
  gather<true>(wanted, list, length);
}

__global__ void gatherWithoutBarrier(const int* wanted, int* list, int* length) {
  gather<false>(wanted, list, length);
}

bool areSums(const int* x, const int* y, bool transposed) {
  int expected[kNodes] = {};
  for (int v = 0; v < kNodes; ++v) {
    for (int k = 0; k < kDegree; ++k) {
      if (transposed) expected[neighbour(v, k)] += (k + 1) * x[v];
      if (!transposed) expected[v] += (k + 1) * x[neighbour(v, k)];
    }
  }
  return std::memcmp(y, expected, sizeof expected) == 0;
}

bool areLabels(const int* x, const int* y) {
  for (int v = 0; v < kNodes; ++v) {
    int least = x[v];
    for (int k = 0; k < kDegree; ++k)
      least = x[neighbour(v, k)] < least ? x[neighbour(v, k)] : least;
    if (y[v] != least) return false;
  }
  return true;
}

bool isOneTree(const int* parent) {
  for (int v = 0; v < kNodes; ++v) {
    int root = v;
    for (int steps = 0; parent[root] != root && steps < kNodes; ++steps) root = parent[root];
    if (root != 0) return false;
  }
  return true;
}

bool isList(const int* x, const int* list, int length) {
  int there = 0, sum = 0;
  for (int v = 0; v < kNodes; ++v) {
    there += x[v] % 3 == 0 ? 1 : 0;
    sum += x[v] % 3 == 0 ? v : 0;
  }
  for (int i = 0; i < length && i < kNodes; ++i) sum -= list[i];
  return there == length && sum == 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto is = [&](const char* name) { return std::strcmp(argv[1], name) == 0; };
  int *x = nullptr, *y = nullptr, *length = nullptr;
  cudaMallocManaged(&x, kNodes * sizeof(int));
  cudaMallocManaged(&y, kNodes * sizeof(int));
  cudaMallocManaged(&length, sizeof(int));
  *length = 0;
  for (int v = 0; v < kNodes; ++v) {
    x[v] = (v * 89 + 7) % kNodes;
    y[v] = is("unite") ? v : is("labelsInPlace") ? x[v] : 0;
  }
  if (is("rowsByWarps")) rowsByWarps<<<kBlocks, kThreads>>>(x, y);
  if (is("elementsPlain")) elementsPlain<<<kBlocks, kThreads>>>(x, y);
  if (is("elementsAtomic")) elementsAtomic<<<kBlocks, kThreads>>>(x, y);
  if (is("labelsInPlace")) labelsInPlace<<<kBlocks, kThreads>>>(y);
  if (is("labelsTwoBuffers")) labelsTwoBuffers<<<kBlocks, kThreads>>>(x, y);
  if (is("unite")) unite<<<kBlocks, kThreads>>>(y);
  if (is("gatherNodes")) gatherNodes<<<kBlocks, kThreads>>>(x, y, length);
  if (is("gatherWithoutBarrier")) gatherWithoutBarrier<<<kBlocks, kThreads>>>(x, y, length);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  bool right = true;
  if (is("rowsByWarps")) right = areSums(x, y, false);
  if (is("elementsAtomic")) right = areSums(x, y, true);
  if (is("labelsTwoBuffers")) right = areLabels(x, y);
  if (is("unite")) right = isOneTree(y);
  if (is("gatherNodes")) right = isList(x, y, *length);
  std::printf("%s: %s\n", argv[1], right ? "right" : "wrong");
  cudaFree(x);
  cudaFree(y);
  cudaFree(length);
  return right ? 0 : 1;
}
