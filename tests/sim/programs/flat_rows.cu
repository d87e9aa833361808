// An index that runs from one row of an array into the next, as kernels that fill a tile by one
// index do: cards run it, since the rows follow one another in memory.
#include "program.hpp"

constexpr int kRows = 4, kColumns = 8;

__constant__ int weights[kRows][kColumns];
__device__ int table[kRows][kColumns];

#define SAME_BY_MACRO(rows, at) rows[0][at]

struct Tile {
  int rows[kRows][kColumns];
};

__device__ int same_by_reference(const int (&rows)[kRows][kColumns], int at) {
  return rows[0][at];
}

__global__ void flat(int* out) {
  __shared__ int tile[kRows][kColumns];
  __shared__ Tile other;
  const int i = int(threadIdx.x);
  tile[0][i] = weights[0][i];
  other.rows[0][i] = 2 * i;
  table[0][i] = i;
  __syncthreads();
  const int back = kRows * kColumns - 1 - i;
  int window[2];
  for (int k = 0; k < 2; ++k) window[k] = tile[k][i - k * kColumns];
  window[1] = tile[0][i];
  const int(*by_pointer)[kColumns] = tile;
  if (window[0] != SAME_BY_MACRO(tile, i) || window[1] != window[0] ||
      window[0] != same_by_reference(tile, i) || window[0] != by_pointer[0][i]) {
    window[0] = -1;
  }
  out[i] = tile[0][back] + other.rows[0][back] + table[0][i] + tile[1][i - kColumns] +
           (window[0] - window[1]);  // an index below 0 stays in the array too
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
