// An index that runs from one row of an array into the next, as kernels that fill a tile by one
// index do: cards run it, since the rows follow one another in memory.
#include "program.hpp"

constexpr int kRows = 4, kColumns = 8;

__constant__ int weights[kRows][kColumns];
__device__ int table[kRows][kColumns];

struct Tile {
  int rows[kRows][kColumns];
};

__global__ void flat(int* out) {
  __shared__ int tile[kRows][kColumns];
  __shared__ Tile other;
  const int i = int(threadIdx.x);
  tile[0][i] = weights[0][i];
  other.rows[0][i] = 2 * i;
  table[0][i] = i;
  __syncthreads();
  const int back = kRows * kColumns - 1 - i;
  out[i] = tile[0][back] + other.rows[0][back] + table[0][i] +
           tile[1][i - kColumns];  // an index below 0 stays in the array too
}

int main() {
  const int count = kRows * kColumns;
  int host[kRows * kColumns];
  for (int i = 0; i < count; ++i) host[i] = 100 * i;
  kit::DeviceBuffer<int> out(count);
  KIT_CHECK(cudaMemcpyToSymbol(weights, host, sizeof host));
  flat<<<1, count>>>(out.data());
  KIT_CHECK(cudaGetLastError());
  out.download(host);
  for (int i = 0; i < count; ++i) {
    const int back = count - 1 - i;
    EXPECT(host[i] == 100 * back + 2 * back + i + 100 * i);
  }
  return finish();
}
