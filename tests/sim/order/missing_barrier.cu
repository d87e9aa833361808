// Reverses a block's values through shared memory, without the barrier between store and load.
#include <cstdio>

__global__ void reverse(int* data) {
  __shared__ int tile[256];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[255 - threadIdx.x];
}

int main() {
  int host[256], *data = nullptr;
  for (int i = 0; i < 256; ++i) host[i] = i;
  cudaMalloc(&data, sizeof(host));
  cudaMemcpy(data, host, sizeof(host), cudaMemcpyHostToDevice);
  reverse<<<1, 256>>>(data);
  cudaMemcpy(host, data, sizeof(host), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 256; ++i) wrong += host[i] != 255 - i;
  std::printf(wrong ? "%d wrong\n" : "right\n", wrong);
}
