// Types of the driver API are there; a call of one of its functions is refused by its name.
#include <cuda.h>

#include <cstdio>

int main() {
  CUdeviceptr pointer = 0;
  CUresult result = CUDA_ERROR_OUT_OF_MEMORY;
  result = cuMemAlloc(&pointer, 1024);
  std::printf("%d\n", int(result));
  return CUDA_VERSION / 1000 - 13;
}
