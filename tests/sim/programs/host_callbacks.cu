// Functions of the host in a stream's order, by cudaLaunchHostFunc and by the older
// cudaStreamAddCallback.
#include <atomic>
#include <vector>

#include "program.hpp"

struct Work {
  const int* data;
  int count;
  long sum = 0;
  bool told = false;
};

__global__ void increment(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i]++;
}

void CUDART_CB add_up(void* data) {
  auto* const work = static_cast<Work*>(data);
  for (int i = 0; i < work->count; ++i) work->sum += work->data[i];
}
void CUDART_CB note(cudaStream_t stream, cudaError_t status, void* data) {
  static_cast<Work*>(data)->told = status == cudaSuccess && stream != nullptr;
}

int main() {
  constexpr int kCount = 1000, kStreams = 3;
  cudaStream_t streams[kStreams];
  int *pinned[kStreams], *device[kStreams];
  std::vector<Work> work(kStreams);
  for (int s = 0; s < kStreams; ++s) {
    KIT_CHECK(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    KIT_CHECK(cudaMallocHost(&pinned[s], kCount * sizeof(int)));
    KIT_CHECK(cudaMalloc(&device[s], kCount * sizeof(int)));
    for (int i = 0; i < kCount; ++i) pinned[s][i] = s + i;
    work[s] = {pinned[s], kCount};
  }
  for (int s = 0; s < kStreams; ++s) {
    KIT_CHECK(cudaMemcpyAsync(device[s], pinned[s], kCount * sizeof(int), cudaMemcpyHostToDevice,
                              streams[s]));
    increment<<<4, 256, 0, streams[s]>>>(device[s], kCount);
    KIT_CHECK(cudaGetLastError());
    KIT_CHECK(cudaMemcpyAsync(pinned[s], device[s], kCount * sizeof(int), cudaMemcpyDeviceToHost,
                              streams[s]));
    KIT_CHECK(cudaLaunchHostFunc(streams[s], add_up, &work[s]));
    KIT_CHECK(cudaStreamAddCallback(streams[s], note, &work[s], 0));
  }
  for (int s = 0; s < kStreams; ++s) {
    KIT_CHECK(cudaStreamSynchronize(streams[s]));
    EXPECT(work[s].told);
    EXPECT(work[s].sum == long(kCount) * (kCount - 1) / 2 + long(kCount) * (s + 1));
    KIT_CHECK(cudaStreamDestroy(streams[s]));
    KIT_CHECK(cudaFreeHost(pinned[s]));
    KIT_CHECK(cudaFree(device[s]));
  }
  return finish();
}
