// expect: error cudaSuccess
// notes: any
// The host uses pinned or managed memory that a stream's work is still using.
#include <cstring>

#include "stream_race.hpp"

static int sum = 0;

static void add_first(void* data) {
  sum += *static_cast<int*>(data);  // finds: stream_race
}

int main() {
  Streams s;
  cudaMemcpyAsync(s.pinned, s.x, kBytes, cudaMemcpyDeviceToHost, s.a);
  sum += s.pinned[0];  // finds: stream_race
  s.settle();
  cudaMemcpyAsync(s.x, s.pinned, kBytes, cudaMemcpyHostToDevice, s.a);
  s.pinned[3] = 1;  // finds: stream_race
  s.settle();
  fill<<<1, kCount, 0, s.a>>>(s.managed);
  sum += s.managed[7];  // finds: stream_race
  s.settle();
  copy<<<1, kCount, 0, s.a>>>(s.managed, s.x);
  s.managed[8] = 1;  // finds: stream_race
  s.settle();
  fill<<<1, kCount>>>(s.managed);
  sum += s.managed[9];  // finds: stream_race
  s.settle();
  // Another stream is waited for.
  cudaMemcpyAsync(s.pinned, s.x, kBytes, cudaMemcpyDeviceToHost, s.a);
  cudaStreamSynchronize(s.b);
  sum += s.pinned[1];  // finds: stream_race
  s.settle();
  // The event was recorded before the copy.
  cudaEventRecord(s.event, s.a);
  cudaMemcpyAsync(s.pinned, s.x, kBytes, cudaMemcpyDeviceToHost, s.a);
  cudaEventSynchronize(s.event);
  sum += s.pinned[2];  // finds: stream_race
  s.settle();
  int local[4] = {};
  cudaMemcpyAsync(s.pinned, s.x, kBytes, cudaMemcpyDeviceToHost, s.a);
  std::memcpy(local, s.pinned, sizeof(local) + std::size_t(sum < 0));  // finds: stream_race
  s.settle();
  // Memory of the program's own, once it is registered.
  static int own[kCount];
  cudaHostRegister(own, kBytes, cudaHostRegisterDefault);
  cudaMemcpyAsync(own, s.x, kBytes, cudaMemcpyDeviceToHost, s.a);
  sum += own[5];  // finds: stream_race
  s.settle();
  cudaHostUnregister(own);
  // A destroyed stream's work goes on, and the next stream's does not wait for it.
  cudaStream_t gone, next;
  cudaStreamCreate(&gone);
  fill<<<1, kCount, 0, gone>>>(s.x);
  cudaStreamDestroy(gone);
  cudaStreamCreate(&next);
  copy<<<1, kCount, 0, next>>>(s.x, s.y);  // finds: stream_race
  cudaStreamDestroy(next);
  s.settle();
  // A function of the host runs as work of its stream.
  cudaMemcpyAsync(s.pinned, s.x, kBytes, cudaMemcpyDeviceToHost, s.b);
  cudaLaunchHostFunc(s.a, add_first, s.pinned);
  return report(cudaDeviceSynchronize());
}
