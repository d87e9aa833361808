#include <cuda_runtime.h>
#include <cstdio>

__global__ void twice(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

int main() {
  const int parts = 3, n = 200;
  int *host, *in, *out;
  cudaStream_t s[parts];
  cudaEvent_t done[parts], all;
  cudaMallocHost(&host, parts * n * sizeof(int));
  cudaMalloc(&in, parts * n * sizeof(int));
  cudaMalloc(&out, parts * n * sizeof(int));
  cudaEventCreateWithFlags(&all, cudaEventDisableTiming);
  for (int i = 0; i < parts * n; i++) host[i] = i;
  for (int p = 0; p < parts; p++) {
    cudaStreamCreateWithFlags(&s[p], cudaStreamNonBlocking);
    cudaEventCreate(&done[p]);
    cudaMemcpyAsync(in + p * n, host + p * n, n * sizeof(int), cudaMemcpyHostToDevice, s[p]);
    twice<<<4, 64, 0, s[p]>>>(in + p * n, out + p * n, n);
    cudaMemcpyAsync(host + p * n, out + p * n, n * sizeof(int), cudaMemcpyDeviceToHost, s[p]);
    cudaEventRecord(done[p], s[p]);
  }
  for (int p = 1; p < parts; p++) cudaStreamWaitEvent(s[0], done[p], 0);
  cudaEventRecord(all, s[0]);
  bool ok = cudaEventSynchronize(all) == cudaSuccess;
  printf("%d %d\n", host[parts * n - 1], ok);
  ok &= host[parts * n - 1] == 2 * (parts * n - 1);
  for (int p = 0; p < parts; p++) {
    cudaEventDestroy(done[p]);
    cudaStreamDestroy(s[p]);
  }
  cudaEventDestroy(all);
  cudaFreeHost(host);
  cudaFree(in);
  cudaFree(out);
  return ok ? 0 : 1;
}
