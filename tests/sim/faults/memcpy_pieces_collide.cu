// expect: error cudaSuccess
// The threads' bytes differ in the first piece of the copy alone.
#include <cstring>

#include "fault.hpp"
__global__ void copy_twice(int* out, int count) {
  int mine[4] = {int(threadIdx.x), 0, 0, 0};
  memcpy(out, mine, count * sizeof(int));  // finds: global_race
}
int main() {
  int* out = nullptr;
  cudaMalloc(&out, 4 * sizeof(int));
  copy_twice<<<1, 64>>>(out, 4);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(out);
  return report(error);
}
