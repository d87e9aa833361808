// Prints what a thread's own variables hold that were never given a value.
#include <cstdio>

__device__ void add_to(float& sum, float value) {
  sum += value;
}

__global__ void forget(float* sum, int* chosen, int which) {
  float total;
  for (int i = 0; i < 4; ++i) add_to(total, float(i));
  *sum = total;
  int table[8];
  table[which] = 1;
  *chosen = table[which + 1];
}

int main() {
  float* sum = nullptr;
  int* chosen = nullptr;
  float host_sum = 0;
  int host_chosen = 0;
  cudaMalloc(&sum, 4);
  cudaMalloc(&chosen, 4);
  forget<<<1, 1>>>(sum, chosen, 2);
  cudaMemcpy(&host_sum, sum, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy(&host_chosen, chosen, 4, cudaMemcpyDeviceToHost);
  std::printf("%g %d\n", double(host_sum), host_chosen);
  cudaFree(sum);
  cudaFree(chosen);
}
