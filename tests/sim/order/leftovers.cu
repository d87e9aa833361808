// Shared memory of every kind, read before anything is written there, by blocks and launches that
// follow others on the same host thread: it holds quiet NaNs each time, and not what others left.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>

__shared__ float outside[32];

template <int N>
__device__ float* of_template(int i) {
  __shared__ float tile[2][N];
  return &tile[1][i];
}

__global__ void use(float* out) {
  extern __shared__ float dynamic[];
  __shared__ float tile[32];
  __shared__ volatile struct {
    int flag;
    float lanes[32];
  } state;
  const int i = int(threadIdx.x);
  float* const parts[] = {&tile[i], &outside[i], &dynamic[i], of_template<32>(i)};
  int unwritten = state.lanes[i] != state.lanes[i];
  for (float* part : parts) {
    unwritten += std::isnan(*part);
    *part = 1;
  }
  state.lanes[i] = 2;
  for (int turn = 0; turn < 2; ++turn) {
    __shared__ float again[32];
    unwritten += turn == 0 ? std::isnan(again[i]) : again[i] == 3;
    again[i] = 3;
  }
  out[blockIdx.x * 32 + threadIdx.x] = float(unwritten);
}

int main() {
  float *device, host[128];
  cudaMalloc(&device, sizeof host);
  int right = 0;
  for (int launch = 0; launch < 2; ++launch) {
    use<<<4, 32, 32 * sizeof(float)>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    for (const float count : host) right += count == 7;
  }
  cudaFree(device);
  std::printf("%d of 256\n", right);
  return right == 256 ? 0 : 1;
}
