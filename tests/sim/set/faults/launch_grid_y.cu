#include <cuda_runtime.h>
#include <cstdio>

// One block for each row in y, where a grid has 65535 at most.
__global__ void row_flags(unsigned char* flags, int rows) {
  int r = blockIdx.y;
  if (r < rows && threadIdx.x == 0) flags[r] = r % 2;
}

int main() {
  const int rows = 70000;
  unsigned char* flags;
  cudaMalloc(&flags, rows);
  row_flags<<<dim3(1, rows), 32>>>(flags, rows);  // finds: launch_refused
  cudaError_t e = cudaGetLastError();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(flags);
}
